import { describe, type SuiteAPI, type TestAPI, test } from 'vitest';

/**
 * `npm run test:stress` runs these tests in full size, which takes longer than a commit may wait. `npm
 * test` runs a smaller version.
 */
export const isLong = process.env.STRESS !== undefined;
const skipped = Object.assign(() => {}, { each: () => () => {} });

/** A test that exists only in full size. */
export const long = (isLong ? test : skipped) as TestAPI;
export const longDescribe = (isLong ? describe : skipped) as unknown as SuiteAPI;
