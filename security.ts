import { buildStorefront } from './build.ts';
import { readSources } from './sources.ts';
import { closingLine, runTests } from './test.ts';

/** What is attacked, by the numbers that tests name in brackets. */
const threats: Readonly<Record<string, string>> = {
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

/**
 * Attacks the shop in every way it knows, and prints a line for each threat: how many attacks were tried, how many were accepted.
 * `npm test` tries all of them too, most in smaller numbers; here they are in full size, or as there with `--short`.
 */
const isShort = process.argv.includes('--short');
const wanted = process.argv.slice(2).filter((word) => word in threats);
if (!isShort) process.env.TORTURE = '1';
const named = wanted.length > 0 ? wanted.join('|') : 'T\\d+';
const inBrackets = new RegExp(`\\([^()]*\\b(?:${named})\\b[^()]*\\)`);
const files = readSources()
  .filter(({ path, code }) => /\.(test|torture)\.tsx?$/.test(path) && inBrackets.test(code))
  .map(({ path }) => path);
await buildStorefront();
const tally = await runTests([...files, `--testNamePattern=${inBrackets.source}`]);

const asked = wanted.length > 0 ? wanted : Object.keys(threats);
for (const threat of asked) {
  const { tried = 0, accepted = [] } = tally.threats[threat] ?? {};
  const counted = `${tried.toLocaleString('en-ZA')} tried, ${accepted.length} accepted`;
  console.log(`${threat.padEnd(4)}${threats[threat]!.padEnd(54)}${counted}`);
  for (const test of accepted) console.log(`    ${test}`);
}
const untried = asked.filter((threat) => !tally.threats[threat]?.tried);
if (untried.length > 0) console.log(`Nothing was tried of ${untried.join(', ')}.`);
if (tally.failed > 0 || untried.length > 0) process.exitCode = 1;
// The other tests of these files were not asked for.
console.log(closingLine({ ...tally, skipped: 0 }));
