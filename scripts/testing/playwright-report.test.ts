import { describe, expect, test } from 'vitest';
import { type PlaywrightReport, tallyOf } from './playwright-report.ts';
import { closingLine, summaryLines, sumOf } from './tally.ts';

type Test = PlaywrightReport['suites'][0]['specs'][0]['tests'][0];
const testWith = (status: Test['status'], more: Partial<Test> = {}): Test => ({
  ...{ status, annotations: [], results: [{ status }] },
  ...more,
});
const report = (tests: Record<string, Test>): PlaywrightReport => ({
  errors: [],
  suites: [
    {
      ...{ title: 'cart/cart.test.ts', file: 'cart/cart.test.ts', specs: [] },
      suites: [
        {
          ...{ title: 'the cart', file: 'cart/cart.test.ts' },
          specs: Object.entries(tests).map(([title, test]) => ({ title, tests: [test] })),
        },
      ],
    },
  ],
});

describe('the tally of a Playwright report', () => {
  test('counts passed, failed and skipped tests, with their reasons', () => {
    const tally = tallyOf(
      report({
        'is shown': testWith('expected'),
        'is emptied': testWith('unexpected', {
          results: [{ status: 'failed', error: { message: '\u001b[31mError:\u001b[39m still\n  full' } }],
        }),
        'is shared': testWith('skipped', { annotations: [{ type: 'skip', description: 'needs nginx' }] }),
        'is saved': testWith('skipped', { annotations: [{ type: 'skip', description: 'needs nginx' }] }),
      }),
    );
    expect(closingLine(tally)).toBe('1 passed, 1 failed, 2 skipped');
    expect(summaryLines(tally)).toEqual([
      'skipped: 2 tests: needs nginx',
      'failed: tests/e2e/specs/cart/cart.test.ts › the cart › is emptied: Error: still full',
    ]);
  });

  test('counts a flaky or interrupted test, and an error outside any test, as failed', () => {
    const tally = tallyOf({
      ...report({
        'is late': testWith('flaky'),
        'is cut': testWith('skipped', { results: [{ status: 'interrupted' }] }),
      }),
      errors: [{ message: 'no browser' }],
    });
    expect(closingLine(tally)).toBe('0 passed, 3 failed, 0 skipped');
  });

  test('counts attacks by threat', () => {
    const tally = tallyOf(
      report({
        'hides tokens (T4, T24)': testWith('expected', {
          annotations: [{ type: 'attempts', description: '12' }],
        }),
        'ends sessions (T24)': testWith('unexpected'),
      }),
    );
    expect(sumOf([tally, tally]).threats).toMatchObject({
      T4: { attempts: 24, accepted: [] },
      T24: { attempts: 26, accepted: { length: 2 } },
    });
  });
});
