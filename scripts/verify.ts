import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFastTests, withStorefront } from './test.ts';
import { closingLine } from './testing/tally.ts';

/** A tool of the project: its package and arguments. */
interface Check {
  name: string;
  tool: string;
  args: string[];
  /** Whether to print its output after success, too. */
  speaks?: true;
}

const checks: Check[] = [
  { name: 'format', tool: '@biomejs/biome', args: ['format', '.'] },
  {
    name: 'lint',
    tool: '@biomejs/biome',
    args: ['check', '--formatter-enabled=false', '--error-on-warnings', '.'],
  },
  { name: 'types', tool: 'typescript', args: ['--noEmit', '-p', '.'] },
  { name: 'types of core, without DOM', tool: 'typescript', args: ['--noEmit', '-p', 'core'] },
  { name: 'types of the API, without DOM', tool: 'typescript', args: ['--noEmit', '-p', 'api'] },
  {
    name: 'types of the product pictures, without DOM',
    tool: 'typescript',
    args: ['--noEmit', '-p', 'artwork'],
  },
  { name: 'types of the storefront', tool: 'typescript', args: ['--noEmit', '-p', 'storefront'] },
  {
    name: 'types of the service worker',
    tool: 'typescript',
    args: ['--noEmit', '-p', 'storefront/service-worker'],
  },
  { name: 'no unused files, exports and dependencies', tool: 'knip', args: ['--no-progress'] },
  { name: 'OpenAPI document is up to date', tool: 'api/src/cli/openapi.ts', args: ['--check'] },
  { name: 'OpenAPI document follows the rules of Redocly', tool: 'scripts/openapi-lint.ts', args: [] },
  { name: 'every promise and row has a test', tool: 'scripts/coverage.ts', args: ['--check'] },
  {
    name: 'package origins, licences and scripts',
    tool: 'scripts/supply-chain/supply-chain.ts',
    args: ['packages'],
    speaks: true,
  },
  {
    name: 'known advisories',
    tool: 'scripts/supply-chain/supply-chain.ts',
    args: ['advisories'],
    speaks: true,
  },
  { name: 'page sizes', tool: 'scripts/bundle-size.ts', args: [], speaks: true },
];

const project = join(import.meta.dirname, '..');
const failed: string[] = [];
for (const check of checks) {
  const begin = performance.now();
  const { holds, output } = await run(check);
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${check.name} (${since(begin)})`);
  if (!holds) failed.push(check.name);
  if (!holds || check.speaks) console.log(output);
}
// The continuous integration has already run the tests, with the command of the README.
const tally = process.argv.includes('--without-tests') ? undefined : await withStorefront(runFastTests);
if (tally && tally.failed > 0) failed.push('tests');
console.log(failed.length === 0 ? 'Everything holds.' : `Failed: ${failed.join(', ')}.`);
if (tally) console.log(closingLine(tally));
if (failed.length > 0) process.exitCode = 1;

/**
 * Runs the tool of a check.
 * @returns whether it passed, and its output
 */
async function run({ tool, args }: Check): Promise<{ holds: boolean; output: string }> {
  const child = spawn(process.execPath, [program(tool), ...args], { cwd: project });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { holds: code === 0, output: output.trimEnd() || `Exited with ${code}.` };
}

function program(tool: string): string {
  if (tool.endsWith('.ts')) return join(project, tool);
  // Read as a file: not every package exports its manifest.
  const folder = join(project, 'node_modules', tool);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : (bin.tsc ?? Object.values(bin)[0]));
}

function since(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
