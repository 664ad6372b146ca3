import type { Source } from './sources.ts';

/** What is attacked, by the numbers that tests name in brackets. */
export const threats: Readonly<Record<string, string>> = {
  T1: 'prices and amounts of the client’s own',
  T2: 'coupons guessed, and used at the same instant',
  T3: 'carts, orders and addresses of somebody else',
  T4: 'tokens in addresses',
  T5: 'sending shoppers elsewhere',
  T6: 'finding out who has an account; links by mail',
  T7: 'passwords tried out',
  T8: 'a planted session or cart',
  T9: 'scripts in what people write',
  T10: 'requests from other sites',
  T11: 'answers for other origins',
  T12: 'personal pages in shared caches; state in documents',
  T13: 'pictures as a way in, and as a burden',
  T14: 'fields nobody may set',
  T15: 'searches as a burden, and as a way to hidden fields',
  T16: 'people and secrets in logs and errors',
  T17: 'web-hooks forged, replayed, for another payment',
  T18: 'taking an account over',
  T19: 'looking up orders of others',
  T20: 'orders the shop would never offer',
  T21: 'mail in somebody’s name, and floods of it',
  T22: 'the newsletter’s coupon, again and again',
  T23: 'packages, and scripts of others',
  T24: 'what stays on a shared computer',
};

/** How the tests of these threats name them (`T3`). */
export const inBrackets = (named: readonly string[]): RegExp =>
  new RegExp(`\\([^()]*\\b(?:${named.join('|')})\\b[^()]*\\)`);

/** @returns the paths of those files that have a test of one of these threats */
export function filesAbout(sources: readonly Source[], named: readonly string[]): string[] {
  const pattern = inBrackets(named);
  return sources
    .filter(({ path, code }) => /\.(test|torture)\.tsx?$/.test(path) && pattern.test(code))
    .map(({ path }) => path);
}
