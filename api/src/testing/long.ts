import { describe, type SuiteAPI, type TestAPI, test } from 'vitest';

/**
 * `npm run torture` plays everything in full size: what that proves is true of every commit, and takes longer than a commit
 * may wait. `npm test` plays the same, smaller.
 */
export const isLong = process.env.TORTURE !== undefined;
const nobody = Object.assign(() => {}, { each: () => () => {} });

/** A test that is played in full size alone; in the short form it is not there. */
export const long = (isLong ? test : nobody) as TestAPI;
export const longDescribe = (isLong ? describe : nobody) as unknown as SuiteAPI;
