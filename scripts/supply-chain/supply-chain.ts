import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { affected, ageOf, readSnapshot, refresh } from './advisories.ts';
import { supplyProblems } from './package-policy.ts';
import { readSupply } from './packages.ts';
import { billOf } from './sbom.ts';

/** Supply chain report: `node scripts/supply-chain/supply-chain.ts packages|advisories|sbom|ask`. */
const [command = 'packages'] = process.argv.slice(2);
const supply = await readSupply();

if (command === 'sbom') {
  const text = await readFile(join(import.meta.dirname, '../../package.json'), 'utf8');
  console.log(JSON.stringify(billOf(supply, JSON.parse(text).version), null, 2));
} else if (command === 'packages') {
  const shipped = supply.packages.filter(({ isDev }) => !isDev).length;
  report(`${supply.packages.length} packages, ${shipped} of them shipped.`, supplyProblems(supply));
} else {
  const refreshed =
    command === 'refresh' ? await refresh(supply.packages, new Date()).catch(reportFailure) : undefined;
  const snapshot = refreshed ?? (await readSnapshot());
  report(ageOf(snapshot, new Date()), affected(supply.packages, snapshot));
}

function report(sentence: string, problems: readonly string[]): void {
  for (const line of [sentence, ...problems]) console.log(line);
  if (problems.length > 0) process.exitCode = 1;
}

function reportFailure(error: Error): undefined {
  console.error(`${error.message} The previous advisories remain.`);
  process.exitCode = 1;
}
