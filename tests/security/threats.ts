import type { Source } from '../../scripts/sources.ts';

/** Threats by their ids, which tests name in brackets. */
export const threats: Readonly<Record<string, string>> = {
  T1: 'client-supplied prices and amounts',
  T2: 'coupon guessing, and concurrent use of a coupon',
  T3: "access to another person's carts, orders and addresses",
  T4: 'tokens in URLs',
  T5: 'open redirects',
  T6: 'account enumeration, and mailed links',
  T7: 'password guessing',
  T8: 'session and cart fixation',
  T9: 'scripts in user content',
  T10: 'cross-site request forgery',
  T11: 'responses to other origins',
  T12: 'personal pages in shared caches; state in documents',
  T13: 'images as attack vector and as load',
  T14: 'mass assignment',
  T15: 'expensive searches, and access to hidden fields through search',
  T16: 'personal data and secrets in logs and errors',
  T17: 'forged or replayed web-hooks, and web-hooks for another payment',
  T18: 'account takeover',
  T19: "lookup of other people's orders",
  T20: 'orders the shop would not offer',
  T21: "mail in another person's name, and mail floods",
  T22: 'repeated newsletter coupons',
  T23: 'packages and third-party scripts',
  T24: 'data on a shared computer',
  T25: 'unproven e-mail addresses',
  T26: 'mail floods through accounts',
  T27: 'payments of the other mode',
  T28: 'stock held by unpaid orders',
  T29: 'accounts prepared for somebody else',
  T30: 'guessed order numbers',
  T31: 'prices of customer groups',
  T32: 'unbounded writes of carts',
  T33: 'web-hooks that cause requests',
  T34: 'malformed addresses and forms',
  T35: 'spellings of client addresses',
  T36: 'unpublished products and categories',
  T37: 'cost of GraphQL documents',
  T38: 'chargebacks and disputes',
  T39: 'page cache and closed pages',
  T40: 'image queue',
  T41: "text of strangers in the operator's terminal and files",
  T42: 'pages and forms that are rendered at once',
  T43: 'files that were not paid for',
};

/** A pattern for the ids of these threats in test titles (`T3`). */
export const inBrackets = (named: readonly string[]): RegExp =>
  new RegExp(`\\([^()]*\\b(?:${named.join('|')})\\b[^()]*\\)`);

/** @returns the paths of the files with a test of one of these threats */
export function filesAbout(sources: readonly Source[], named: readonly string[]): string[] {
  const pattern = inBrackets(named);
  return sources
    .filter(({ path, code }) => /\.(test|stress)\.tsx?$/.test(path) && pattern.test(code))
    .map(({ path }) => path);
}
