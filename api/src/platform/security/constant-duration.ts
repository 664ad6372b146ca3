import { setTimeout as wait } from 'node:timers/promises';

/** Longer than any case takes, so that all of them take equally long (T6). */
const responseMs = 200;

/**
 * Returns the result of the work, but not before a fixed time has passed: the duration of a response must
 * not reveal what the work found.
 */
export async function inConstantTime<Result>(work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, wait(responseMs)]);
  return result;
}
