import { describe, expect, test } from 'vitest';
import { findCoverage, isCurrent } from '../../scripts/spec-coverage/coverage.ts';
import { coveragePage } from '../../scripts/spec-coverage/coverage-page.ts';
import { testsOf } from '../../scripts/spec-coverage/test-titles.ts';

const coverage = findCoverage();

describe('The coverage of the specification (docs/spec/rows.json)', () => {
  test('every promise and row has a test that exists, a decision, or is counted as open', () => {
    expect(coverage.problems).toEqual([]);
  });

  test('docs/spec/coverage.md is current', () => {
    expect(isCurrent(coveragePage(coverage)), 'run npm run coverage').toBe(true);
  });
});

describe('A list of rows with a mistake', () => {
  const tests = [
    { path: 'api/a.test.ts', titles: ['the cart', 'is empty'], isStress: false },
    { path: 'api/a.test.ts', titles: ['the cart', 'is empty after an order'], isStress: false },
    { path: 'api/a.test.ts', titles: ['the cart', 'survives a flood'], isStress: true },
    { path: 'core/a.test.ts', titles: ['the cart', 'is empty'], isStress: false },
  ];
  const problemsWith = (row: object) =>
    findCoverage(tests, [{ id: 'C1.1', text: 'The cart is empty.', ...row }]).problems.filter((problem) =>
      problem.startsWith('C1.1 '),
    );

  test.each([
    ['no test', {}, ['C1.1 has no test.']],
    [
      'a test that is gone',
      { tests: ['api/a.test.ts › is full'] },
      ['C1.1 names no test: api/a.test.ts › is full', 'C1.1 has no test.'],
    ],
    [
      'a part of two titles',
      { tests: ['api/a.test.ts › is emp'] },
      ['C1.1 names 2 tests: api/a.test.ts › is emp', 'C1.1 has no test.'],
    ],
    ['a stress test only', { tests: ['api/a.test.ts › survives'] }, ['C1.1 is proven by stress tests only.']],
    ['a unit test only', { tests: ['core/a.test.ts › is empty'] }, ['C1.1 is proven by unit tests only.']],
    ['an unknown decision', { decision: 'D99' }, ['C1.1 names a decision that does not exist: D99']],
    [
      'a test and "open"',
      { tests: ['api/a.test.ts › is empty'], open: true },
      ['C1.1 is proven: remove "open".'],
    ],
  ] as const)('is refused: %s', (_mistake, row, problems) => {
    expect(problemsWith(row)).toEqual(problems);
  });

  test.each([
    { tests: ['api/a.test.ts › is empty'] },
    { tests: ['api/a.test.ts › the cart › is empty'] },
    { tests: ['api/a.test.ts › after an order'] },
    { decision: 'spec D33' },
    { open: true },
  ])('is accepted without one: %j', (row) => {
    expect(problemsWith(row)).toEqual([]);
  });
});

test('the titles of a test file include its groups, placeholders and stress tests', () => {
  const text = `
    describe.each(views)('the view %s', () => {
      test('has prices', () => {});
      test.each([1])(\`has \${one}\`, () => {});
    });
    test.describe('offline', { tag: '@stress' }, () => it('waits', async () => {}));
    test.beforeEach(() => {});
    test(name, () => {});`;
  const source = { path: 'x.test.ts', text, code: text, imports: [], isTest: true };
  expect(testsOf(source).map(({ titles, isStress }) => [titles.join(' › '), isStress])).toEqual([
    ['the view %s › has prices', false],
    [`the view %s › has \${one}`, false],
    ['offline › waits', true],
  ]);
});
