import { type TestAPI, test } from 'vitest';
import type { Answered } from '../../testing/shop.ts';

/** `npm run torture -- orders` plays everything in full size; `npm test` plays the same, smaller. */
export const isLong = process.env.TORTURE === '1';

/** A test that is played in full size alone; in the short form it is not there. */
export const long = (isLong ? test : Object.assign(() => {}, { each: () => () => {} })) as TestAPI;

/** How many answers there were of each kind, by what was refused. */
export function countKinds(answers: readonly Pick<Answered, 'body'>[]): Record<string, number> {
  const counted: Record<string, number> = {};
  for (const { body } of answers) {
    const kind: string = body.code === 200 ? 'order placed' : body.meta.problem;
    counted[kind] = (counted[kind] ?? 0) + 1;
  }
  return counted;
}
