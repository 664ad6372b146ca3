import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { suites } from './attacks.ts';
import type { Bench } from './figure.ts';

/**
 * `npm run bench` measures everything and writes `bench/RESULTS.md`; `npm run bench -- http start` measures
 * those two and leaves the other tables as they were.
 */
const benches = [
  'http',
  'pages',
  'pricing',
  'cart',
  'orders',
  'limits',
  'click',
  'visits',
  'search',
  'pack',
  'relevance',
  'engines',
  'import',
  'start',
  'traffic',
  'costs',
];
/** Measured only when they are asked for, one by one or with `attacks` all of them: those take two hours. */
const attacks = Object.keys(suites).map((suite) => `attacks/${suite}`);
/** Takes as many `MINUTES` as are wanted, a working day of 480 else: never measured along with others. */
const soak = 'attacks/soak';
const all = [...benches, ...attacks];
const results = fileURLToPath(new URL('RESULTS.md', import.meta.url));

const asked = process.argv
  .slice(2)
  .flatMap((name) => (name === 'attacks' ? attacks.filter((one) => one !== soak) : [name]));
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}; there are ${all.join(', ')}.`);
  process.exit(1);
}
const kept = keptTables();
for (const name of asked.length > 0 ? asked : benches) {
  console.error(`${name} …`);
  const where = `${machine()}.`;
  kept.set(name, describe(name, where, await measure(name)));
  writeFileSync(results, pageOf(kept));
  console.log(kept.get(name));
}

async function measure(name: string): Promise<Bench> {
  const child = fork(fileURLToPath(new URL('one.ts', import.meta.url)), [name]);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the bench "${name}" ended with code ${code} and no figures`);
  });
  const [bench] = await Promise.race([once(child, 'message'), ended]);
  return bench as Bench;
}

function describe(name: string, where: string, { title, rows }: Bench): string {
  const lines = rows.map(
    ({ what, ours, aim, note = '' }) => `| ${[what, ours, aim, note].map(cell).join(' | ')} |`,
  );
  return [
    `## ${name}: ${title}`,
    '',
    `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${commit()}. ${where}`,
    '',
    '| what | ours | aim | note |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/RESULTS.md');
    return git('rev-parse', '--short', 'HEAD') + (changed ? ' with changes that were not committed' : '');
  } catch {
    return 'unknown';
  }
}

function machine(): string {
  const [first, ...rest] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const busy = loadavg()[0]!.toFixed(1);
  return `${first?.model.trim()}, ${rest.length + 1} cores, ${memory} GiB, Node ${process.versions.node}, ${process.platform}, load average before the run ${busy}`;
}

/** The tables of earlier runs, by name. */
function keptTables(): Map<string, string> {
  if (!existsSync(results)) return new Map();
  const [, ...tables] = readFileSync(results, 'utf8').split(/^## /m);
  return new Map(tables.map((table) => [table.slice(0, table.indexOf(':')), `## ${table.trim()}`]));
}

function pageOf(tables: ReadonlyMap<string, string>): string {
  const known = all.flatMap((name) => tables.get(name) ?? []);
  const head =
    '# What was measured\n\nWritten by `npm run bench`; how each figure is taken is in `README.md` beside this page.';
  return `${[head, ...known].join('\n\n')}\n`;
}
