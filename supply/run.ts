import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { affected, ageOf, readSnapshot, refresh } from './advisories.ts';
import { billOf } from './bill.ts';
import { faultsOf } from './faults.ts';
import { readSupply } from './packages.ts';

/** What the shop is made of: `node supply/run.ts packages|advisories|sbom|ask`. */
const [wish = 'packages'] = process.argv.slice(2);
const supply = await readSupply();

if (wish === 'sbom') {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  console.log(JSON.stringify(billOf(supply, JSON.parse(text).version), null, 2));
} else if (wish === 'packages') {
  const shipped = supply.packages.filter(({ isDev }) => !isDev).length;
  say(`${supply.packages.length} packages, ${shipped} of them shipped.`, faultsOf(supply));
} else {
  const asked = wish === 'ask' ? await refresh(supply.packages, new Date()).catch(giveUp) : undefined;
  const snapshot = asked ?? (await readSnapshot());
  say(ageOf(snapshot, new Date()), affected(supply.packages, snapshot));
}

function say(sentence: string, faults: readonly string[]): void {
  for (const line of [sentence, ...faults]) console.log(line);
  if (faults.length > 0) process.exitCode = 1;
}

function giveUp(error: Error): undefined {
  console.error(`${error.message} What was known before stays.`);
  process.exitCode = 1;
}
