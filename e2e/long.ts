import { describe, type SuiteAPI, type TestAPI, test } from 'vitest';

/**
 * What the long forms alone do, `npm run torture -- offline` and `-- pages`: what they prove is true of every commit, and takes
 * longer than twelve minutes to be proven with each. In the short form `long` tests are not there.
 */
export const isLong = process.env.TORTURE !== undefined;
const nobody = Object.assign(() => {}, { each: () => () => {} });

export const long = (isLong ? test : nobody) as TestAPI;
export const longDescribe = (isLong ? describe : nobody) as unknown as SuiteAPI;
