import { buildStorefront } from './build.ts';
import { readSources } from './sources.ts';
import { closingLine, runTests } from './test.ts';
import { filesAbout, inBrackets, threats } from './threats.ts';

/**
 * Attacks the shop in every way it knows, and prints a line for each threat: how many attacks were tried, how many were accepted.
 * `npm test` tries all of them too, most in smaller numbers; here they are in full size, or as there with `--short`.
 */
const isShort = process.argv.includes('--short');
const wanted = process.argv.slice(2).filter((word) => word in threats);
if (!isShort) process.env.TORTURE = '1';
const asked = wanted.length > 0 ? wanted : Object.keys(threats);
await buildStorefront();
// An attack that is refused only when it is tried again was let in.
const words = [`--testNamePattern=${inBrackets(asked).source}`, '--retry=0'];
const tally = await runTests([...filesAbout(readSources(), asked), ...words]);

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
