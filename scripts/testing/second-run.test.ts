import { expect, test } from 'vitest';
import { withSecondRun } from './second-run.ts';
import { closingLine, emptyTally, failedRun, summaryLines, type Tally } from './tally.ts';

const failures = (tests: readonly string[], passed = 0): Tally => ({
  ...{ ...emptyTally(), passed, failed: tests.length },
  failures: tests.map((name) => ({ test: name, reason: 'late' })),
});
const cart = 'tests/e2e/specs/cart/cart.test.ts';
const kill = 'api/src/orders/kill.stress.ts';

test('a file that passes in the second run is flaky, and one that fails twice stays failed', async () => {
  const ran: string[] = [];
  const first = failures([`${cart} › is shown`, `${cart} › is emptied`, `${kill} › loses nothing`], 10);
  const tally = await withSecondRun(first, async (file) => {
    ran.push(file);
    return file === cart ? failures([`${cart} › is emptied`, `${cart} › is shared`], 1) : failures([], 1);
  });
  expect(ran).toEqual([cart, kill]);
  expect(closingLine(tally)).toBe('10 passed, 3 failed, 0 skipped');
  expect(summaryLines(tally)).toEqual([
    `flaky: ${kill} › loses nothing: late`,
    `failed: ${cart} › is shown: late`,
    `failed: ${cart} › is emptied: late`,
    `failed: ${cart} › is shared: late`,
  ]);
});

test('a file in which another test fails the second time is failed', async () => {
  const tally = await withSecondRun(failures([`${cart} › is shown`], 5), async () =>
    failures([`${cart} › is emptied`], 5),
  );
  expect(closingLine(tally)).toBe('4 passed, 2 failed, 0 skipped');
  expect(tally.flaky).toEqual([]);
});

test('a failure outside any file stays, and so does one whose file cannot be run again', async () => {
  const broken = failedRun('the build of the storefront', 'it failed');
  const never = async (): Promise<Tally> => {
    throw new Error('nothing to run');
  };
  expect(await withSecondRun(broken, never)).toEqual(broken);
  for (const again of [failedRun('playwright', 'no report'), emptyTally()])
    expect(closingLine(await withSecondRun(failures([kill], 1), async () => again))).toBe(
      '1 passed, 1 failed, 0 skipped',
    );
});

test('a failure without an entry stays', async () => {
  const first = { ...failures([`${cart} › is shown`]), failed: 3 };
  expect(closingLine(await withSecondRun(first, async () => failures([], 1)))).toBe(
    '1 passed, 2 failed, 0 skipped',
  );
});
