import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { closingLine, test } from './test.ts';

/** A tool of the project: its package, and what it is given. */
interface Check {
  name: string;
  tool: string;
  args: string[];
  /** Whether what it says is worth reading when it holds, too. */
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
  { name: 'types of the storefront', tool: 'typescript', args: ['--noEmit', '-p', 'storefront'] },
  { name: 'OpenAPI is fresh', tool: 'api/src/cli/openapi.ts', args: ['--check'] },
  { name: 'packages are what they say', tool: 'supply/run.ts', args: ['packages'], speaks: true },
  { name: 'nothing is known against them', tool: 'supply/run.ts', args: ['advisories'], speaks: true },
  { name: 'pages are light', tool: 'sizes.ts', args: [], speaks: true },
];

const failed: string[] = [];
for (const check of checks) {
  const begin = performance.now();
  const { holds, said } = await run(check);
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${check.name} (${since(begin)})`);
  if (!holds) failed.push(check.name);
  if (!holds || check.speaks) console.log(said);
}
// The continuous check has run the tests already, by the README's own command.
const tally = process.argv.includes('--without-tests') ? undefined : await test();
if (tally && tally.failed > 0) failed.push('tests');
console.log(failed.length === 0 ? 'Everything holds.' : `Does not hold: ${failed.join(', ')}.`);
if (tally) console.log(closingLine(tally));
if (failed.length > 0) process.exitCode = 1;

/** Runs the tool of a check. @returns whether it holds, and what the tool said */
async function run({ tool, args }: Check): Promise<{ holds: boolean; said: string }> {
  const child = spawn(process.execPath, [program(tool), ...args], { cwd: import.meta.dirname });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { holds: code === 0, said: said.trimEnd() || `It ended with ${code}.` };
}

function program(tool: string): string {
  if (tool.endsWith('.ts')) return join(import.meta.dirname, tool);
  const require = createRequire(import.meta.url);
  const manifest = require.resolve(`${tool}/package.json`);
  const { bin } = require(manifest);
  return join(dirname(manifest), typeof bin === 'string' ? bin : (bin.tsc ?? Object.values(bin)[0]));
}

function since(begin: number): string {
  return `${((performance.now() - begin) / 1000).toFixed(1)} s`;
}
