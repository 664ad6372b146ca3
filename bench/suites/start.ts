import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CopyOptions, existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Bench, Measurement } from '../lib/metric.ts';
import { type Process, processTree } from '../lib/process-memory.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const timeoutMs = 180_000;
const settled = 10_000;

interface Shop {
  origin: string;
  child: ChildProcess;
  /** Milliseconds from `npm start` to the complete first page. */
  took: number;
}

/**
 * `npm start` in a clone of the last commit with its packages installed. Measures the time to the first
 * page without build and data, the time of a second start, and the memory of the idle shop.
 */
export async function run(): Promise<Bench> {
  const folder = await cleanCheckout();
  try {
    const cold = await withShop(folder, async (shop) => [
      {
        label: 'clean checkout to the first page, build and import included',
        result: time(shop),
        aim: '< 30 s',
      },
      ...(await memoryOf(shop)),
    ]);
    const warm = await withShop(folder, async (shop) => [
      { label: 'warm start to the first page', result: time(shop), aim: '< 3 s' },
      ...(await memoryOf(shop)),
    ]);
    const rows = [...cold, ...warm];
    return { title: 'From npm start to the first page', rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder that every user can enter, because the embedded database does not run as root. */
async function cleanCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-clean-'));
  await chmod(folder, 0o755);
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', project, folder]);
  for (const home of ['', 'core', 'api', 'storefront']) {
    const installed = join(project, home, 'node_modules');
    if (existsSync(installed)) await cp(installed, join(folder, home, 'node_modules'), withoutCaches);
  }
  return folder;
}

const withoutCaches: CopyOptions = {
  recursive: true,
  verbatimSymlinks: true,
  filter: (source) => !/node_modules\/\.(?!bin|package-lock)/.test(source),
};

/** Starts the shop, runs a measurement, and always stops it. */
async function withShop(
  folder: string,
  measure: (shop: Shop) => Promise<Measurement[]>,
): Promise<Measurement[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', FYNBOS_DATA: join(folder, '.data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  try {
    if (!(await firstPage(origin, child))) throw new Error(`the first page did not load; output:\n${output}`);
    return await measure({ origin, child, took: performance.now() - begin });
  } finally {
    await end(child);
  }
}

async function firstPage(origin: string, child: ChildProcess): Promise<boolean> {
  const endsAt = performance.now() + timeoutMs;
  while (performance.now() < endsAt && child.exitCode === null) {
    const page = await fetch(origin).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('</html>')) return true;
    await pause(20);
  }
  return false;
}

/** Memory of the idle shop, and again after some page views. */
async function memoryOf({ origin, child }: Shop): Promise<Measurement[]> {
  await pause(settled);
  const idle = processTree(child.pid!);
  if (idle.length === 0) return [];
  for (let at = 0; at < 200; at++) await (await fetch(origin)).arrayBuffer();
  await pause(settled);
  const after = processTree(child.pid!);
  return [
    {
      label: 'idle memory of all processes (PSS)',
      result: megabytes(idle),
      aim: '< 350 MB',
      note: parts(idle),
    },
    { label: 'the same after 200 pages', result: megabytes(after), aim: '', note: parts(after) },
  ];
}

const groups: [string, RegExp][] = [
  ['PostgreSQL', /postgres/],
  ['npm itself', /^npm|npm-cli|bin\/npm|^sh /],
  ['shop', /./],
];

function parts(processes: readonly Process[]): string {
  const named = Map.groupBy(processes, ({ name }) => groups.find(([, pattern]) => pattern.test(name))![0]);
  return [...named].map(([name, of]) => `${name} ${megabytes(of)} in ${of.length} processes`).join(', ');
}

/** Ctrl-C in a terminal reaches the whole process group; here the signal goes to the shop itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const shop = processTree(child.pid!).find(({ name }) => /node\b.*server\/main\.ts$/.test(name));
  process.kill(shop?.pid ?? child.pid!, 'SIGINT');
  await once(child, 'exit');
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

const time = ({ took }: Shop) => `${(took / 1000).toFixed(1)} s`;
const megabytes = (of: readonly Process[]) =>
  `${Math.round(of.reduce((sum, { memory }) => sum + memory, 0))} MB`;
