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
import type { Bench, Figure } from './figure.ts';
import { type Process, processTree } from './memory.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const longest = 180_000;
const settled = 10_000;

interface Shop {
  origin: string;
  child: ChildProcess;
  /** Milliseconds from `npm start` to the whole of the first page. */
  took: number;
}

/**
 * `npm start` as a newcomer types it, in a clone of the last commit with its packages already installed: to the
 * first page with nothing built and nothing loaded, to the first page again, and what it needs when nobody is there.
 */
export async function run(): Promise<Bench> {
  const folder = await cleanCheckout();
  try {
    const cold = await withShop(folder, async (shop) => [
      {
        what: 'clean checkout to the first page, build and import included',
        ours: time(shop),
        aim: '< 30 s',
      },
      ...(await memoryOf(shop)),
    ]);
    const warm = await withShop(folder, async (shop) => [
      { what: 'warm start to the first page', ours: time(shop), aim: '< 3 s' },
      ...(await memoryOf(shop)),
    ]);
    const rows = [...cold, ...warm];
    return { title: 'From npm start to the first page', rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder that any account may enter, since the embedded database does not run as root. */
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

/** Starts the shop, looks, and ends it whatever was seen. */
async function withShop(folder: string, look: (shop: Shop) => Promise<Figure[]>): Promise<Figure[]> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', FYNBOS_DATA: join(folder, '.data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  try {
    if (!(await firstPage(origin, child))) throw new Error(`there was no first page; it said:\n${said}`);
    return await look({ origin, child, took: performance.now() - begin });
  } finally {
    await end(child);
  }
}

async function firstPage(origin: string, child: ChildProcess): Promise<boolean> {
  const until = performance.now() + longest;
  while (performance.now() < until && child.exitCode === null) {
    const page = await fetch(origin).catch(() => undefined);
    if (page?.ok && (await page.text()).includes('</html>')) return true;
    await pause(20);
  }
  return false;
}

/** When it has been left alone for a while, and again after some pages were looked at. */
async function memoryOf({ origin, child }: Shop): Promise<Figure[]> {
  await pause(settled);
  const idle = processTree(child.pid!);
  if (idle.length === 0) return [];
  for (let at = 0; at < 200; at++) await (await fetch(origin)).arrayBuffer();
  await pause(settled);
  const after = processTree(child.pid!);
  return [
    {
      what: 'idle memory of everything together (PSS)',
      ours: megabytes(idle),
      aim: '< 350 MB',
      note: parts(idle),
    },
    { what: 'the same after 200 pages', ours: megabytes(after), aim: '', note: parts(after) },
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

/** Ctrl-C reaches the whole group in a terminal; here the shop itself is told. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const shop = processTree(child.pid!).find(({ name }) => /node\b.*start\.ts$/.test(name));
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
