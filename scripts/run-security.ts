import { filesAbout, inBrackets, threats } from '../tests/security/threats.ts';
import { buildStorefront } from './build.ts';
import { readSources } from './sources.ts';
import { runSelected } from './test.ts';
import { closingLine } from './testing/tally.ts';

/**
 * Runs the attack tests and prints a line per threat: the number of attempted and of accepted attacks. `npm
 * test` runs them too, mostly in smaller numbers. Here they run in full size, or in the same size with
 * `--short`.
 */
const isShort = process.argv.includes('--short');
const named = process.argv.slice(2).filter((word) => word in threats);
if (!isShort) process.env.STRESS = '1';
const selected = named.length > 0 ? named : Object.keys(threats);
await buildStorefront();
const { source } = inBrackets(selected);
const tally = await runSelected(filesAbout(readSources(), selected), {
  ...{ vitest: [`--testNamePattern=${source}`], playwright: [`--grep=${source}`] },
});

for (const threat of selected) {
  const { attempts = 0, accepted = [] } = tally.threats[threat] ?? {};
  const counted = `${attempts.toLocaleString('en-ZA')} attempted, ${accepted.length} accepted`;
  console.log(`${threat.padEnd(4)}${threats[threat]!.padEnd(66)}${counted}`);
  for (const test of accepted) console.log(`    ${test}`);
}
const untried = selected.filter((threat) => !tally.threats[threat]?.attempts);
if (untried.length > 0) console.log(`No attack was attempted for ${untried.join(', ')}.`);
if (tally.failed > 0 || untried.length > 0) process.exitCode = 1;
// The other tests of these files were not requested, so they are not reported as skipped.
console.log(closingLine({ ...tally, skipped: 0 }));
