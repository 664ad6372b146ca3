import { type TestAPI, test } from 'vitest';

/**
 * `npm run test:stress` runs these tests in full size, which takes longer than a commit may wait. `npm
 * test` runs a smaller version: one instance of each mechanism.
 */
export const isLong = process.env.STRESS !== undefined;
/** `npm run test:stress -- --short`, which every change has to pass. */
export const isShortened = process.env.STRESS === 'short';
const skipped = Object.assign(() => {}, { each: () => () => {} });

/** A number of repetitions for `npm test` and for a stress test, whose short form has a tenth of them. */
export function repetitions(fast: number, full: number): number {
  if (!isLong) return fast;
  return isShortened ? Math.max(fast, Math.ceil(full / 10)) : full;
}

/** A test that exists only in full size. */
export const long = (isLong ? test : skipped) as TestAPI;
