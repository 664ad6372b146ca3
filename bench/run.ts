import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Bench } from './lib/metric.ts';
import { formatBench } from './lib/results-page.ts';
import { suites } from './suites/attacks.ts';

/**
 * `npm run bench` runs all benchmarks and writes `bench/RESULTS.md`. `npm run bench -- http start` runs
 * those two and leaves the other tables unchanged.
 */
const benches = [
  'http',
  'pages',
  'pricing',
  'cart',
  'orders',
  'limits',
  'click',
  'interactions',
  'visits',
  'search',
  'offline-catalog',
  'relevance',
  'engines',
  'import',
  'start',
  'traffic',
  'spike',
  'costs',
];
/** Run only by name, or all with `attacks`, because they take two hours. */
const attacks = Object.keys(suites).map((suite) => `attacks/${suite}`);
/** Runs for `MINUTES` (default 480), so only by its own name. */
const soak = 'attacks/soak';
const all = [...benches, ...attacks];
const results = fileURLToPath(new URL('RESULTS.md', import.meta.url));

const requested = process.argv
  .slice(2)
  .flatMap((name) => (name === 'attacks' ? attacks.filter((suite) => suite !== soak) : [name]));
const unknown = requested.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${all.join(', ')}.`);
  process.exit(1);
}
const savedTables = readTables();
for (const name of requested.length > 0 ? requested : benches) {
  console.error(`${name} …`);
  const circumstances = hostDescription();
  const bench = await measure(name);
  savedTables.set(name, formatBench(name, `${dateAndCommit()}. ${circumstances}.`, bench));
  writeFileSync(results, pageOf(savedTables));
  console.log(savedTables.get(name));
}

async function measure(name: string): Promise<Bench> {
  const child = fork(fileURLToPath(new URL('run-suite.ts', import.meta.url)), [name]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the benchmark "${name}" exited with code ${code} and without results`);
  });
  const [bench] = await Promise.race([once(child, 'message'), ended]);
  return bench as Bench;
}

function dateAndCommit(): string {
  return `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}`;
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/RESULTS.md');
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' with uncommitted changes' : '');
  } catch {
    return 'unknown';
  }
}

function hostDescription(): string {
  const [first, ...rest] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const busy = loadavg()[0]!.toFixed(1);
  return `${first?.model.trim()}, ${rest.length + 1} cores, ${memory} GiB, Node ${process.versions.node}, ${process.platform}, load average before the run ${busy}`;
}

/** The tables of earlier runs, by name. */
function readTables(): Map<string, string> {
  if (!existsSync(results)) return new Map();
  const [, ...tables] = readFileSync(results, 'utf8').split(/^## /m);
  return new Map(tables.map((table) => [table.slice(0, table.indexOf(':')), `## ${table.trim()}`]));
}

function pageOf(tables: ReadonlyMap<string, string>): string {
  const known = all.flatMap((name) => tables.get(name) ?? []);
  const head =
    '# Benchmark results\n\nWritten by `npm run bench`. [README.md](README.md) describes how each figure is measured.';
  return `${[head, ...known].join('\n\n')}\n`;
}
