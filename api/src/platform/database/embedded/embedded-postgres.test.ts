import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { long } from '@fynbos/test-kit/stress-mode.ts';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { findServer, openDatabaseServer } from '../open-database.ts';
import { attach, type Embedded, type EmbeddedOptions, startEmbedded } from './embedded-postgres.ts';
import { commandOfProcess } from './system-process.ts';

let folder: string;
let remove: () => Promise<void>;
const running = new Set<Embedded>();
const children = new Set<ChildProcess>();

/** A data folder after its first start: copying it is much quicker than another first start. */
let made: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  made = await temporaryFolder();
  await (await startEmbedded(made.folder)).stop();
});

beforeEach(async () => {
  ({ folder, remove } = await temporaryFolder());
});

afterAll(() => made.remove());

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const embedded of running) await embedded.stop();
  running.clear();
  children.clear();
  await remove();
});

test('startEmbedded creates a database first and later starts with the stored data', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 7 as number');
  await stop(first);
  const second = await start();
  expect(await query(second.url, 'select number from kept')).toEqual([{ number: 7 }]);
});

test('the embedded database sorts by code point and folds the case of accents on every system', async () => {
  await startedBefore();
  const { url } = await start();
  const rows = await query(
    url,
    `select word, lower(word) from unnest(array['é', 'Z', 'a', 'É']) word order by word`,
  );
  expect(rows.map(({ word }) => word)).toEqual(['Z', 'a', 'É', 'é']);
  expect(rows.map(({ lower }) => lower)).toEqual(['z', 'a', 'é', 'é']);
});

long('the embedded database syncs commits to disk and does not listen on the network', async () => {
  await startedBefore();
  const { url } = await start();
  expect(await query(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('the data folder is closed to other accounts of the system', async () => {
  await startedBefore();
  const { folder: cluster } = await start();
  expect((await stat(cluster)).mode & 0o077).toBe(0);
});

test('startEmbedded refuses a folder in use, names its owner and leaves it running', async () => {
  await startedBefore();
  const first = await start();
  await expect(start()).rejects.toThrow(
    `The data folder ${folder} is already in use (the test, process ${process.pid})`,
  );
  expect(await query(first.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});

long('only one of two concurrent first starts succeeds', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a command uses the server of the running shop and leaves it running', async () => {
  await startedBefore();
  const shop = await start();
  const opened = await openForCommand();
  expect(opened.url).toBe(shop.url);
  await opened.close();
  expect(await query(shop.url, 'select count(*) > 0 as migrated from schema_version')).toEqual([
    { migrated: true },
  ]);
});

long('a command starts the server without a running shop and stops it on close', async () => {
  await startedBefore();
  const opened = await openForCommand();
  await opened.close();
  const shop = await start();
  expect(await query(shop.url, 'select count(*) > 0 as migrated from schema_version')).toEqual([
    { migrated: true },
  ]);
});

long('a shop killed during writes loses no confirmed row, and the next start succeeds', async () => {
  await startedBefore();
  const { child, lines } = await shopThatWrites();
  const confirmed: number[] = [];
  const orphan = Number((await lines.next()).value);
  while (confirmed.length < 200) confirmed.push(Number((await lines.next()).value));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await commandOfProcess(orphan)).toBeDefined();

  const next = await start();
  expect(await commandOfProcess(orphan)).toBeUndefined();
  const rows = await query(next.url, 'select number from written');
  expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(confirmed));
});

long('startEmbedded recovers after the shop and its server were killed', async () => {
  await startedBefore();
  const { child, lines } = await shopThatWrites();
  const server = Number((await lines.next()).value);
  const confirmed = Number((await lines.next()).value);
  process.kill(server, 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start();
  expect(await query(next.url, `select number from written where number = ${confirmed}`)).toHaveLength(1);
});

long('startEmbedded ignores a foreign process with the id of the crashed server', async () => {
  await startedBefore();
  const first = await start();
  const note = join(first.folder, 'postmaster.pid');
  const text = await readFile(note, 'utf8');
  await stop(first);
  const { uid, gid } = await stat(first.folder);
  const stranger = track(spawn('sleep', ['60'], { uid, gid }));
  await once(stranger, 'spawn');
  await writeFile(note, [stranger.pid, ...text.split('\n').slice(1)].join('\n'));
  await start();
  expect(stranger.exitCode).toBeNull();
});

test('the shop is notified when its server is killed', async () => {
  await startedBefore();
  const embedded = await start();
  const server = Number((await readFile(join(embedded.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(server, 'SIGKILL');
  expect(await embedded.died).toMatch(/^PostgreSQL ended unexpectedly/);
});

long('a killed server is restarted with its data three times; then the shop is notified', async () => {
  await startedBefore();
  const messages: string[] = [];
  const embedded = await start({ restarted: (sentence) => messages.push(sentence) });
  await query(embedded.url, 'create table kept as select 1 as one');
  const server = async () =>
    Number((await readFile(join(embedded.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  for (let times = 1; times <= 3; times++) {
    process.kill(await server(), 'SIGKILL');
    await expect.poll(() => query(embedded.url, 'select one from kept').catch(String)).toEqual([{ one: 1 }]);
    expect(messages).toHaveLength(times);
  }
  process.kill(await server(), 'SIGKILL');
  expect(await embedded.died).toMatch(/^PostgreSQL ended unexpectedly/);
});

long('startEmbedded works in a folder with a path longer than a socket path may be', async () => {
  folder = join(folder, 'deep'.repeat(20), 'deeper'.repeat(5));
  const { url } = await start();
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  expect(await attach(folder)).toBe(url);
  await rm(new URL(url).searchParams.get('host')!, { recursive: true, force: true });
});

long('startEmbedded accepts spaces, quotes and commas in the folder name', async () => {
  folder = join(folder, `Thandi's "shop", 50% off`);
  const { url } = await start();
  expect(await query(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});

test('startEmbedded leaves a folder with other content unchanged', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'letter.txt'), 'dear aunt');
  await expect(start()).rejects.toThrow('is not empty and holds no database');
  expect(await readFile(join(folder, 'postgres', 'letter.txt'), 'utf8')).toBe('dear aunt');
});

test('startEmbedded leaves a database of another PostgreSQL version unchanged', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '16\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 16, this shop brings 18');
});

long('startEmbedded rotates a large server log', async () => {
  await startedBefore();
  await writeFile(join(folder, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
  await start();
  expect((await stat(join(folder, 'postgres.log'))).size).toBeLessThan(100_000);
  expect((await stat(join(folder, 'postgres.log.1'))).size).toBe(11 * 1024 * 1024);
});

long('startEmbedded ignores leftovers of an interrupted first start', async () => {
  await mkdir(join(folder, 'postgres.new-1', 'base'), { recursive: true });
  await start();
  await expect(stat(join(folder, 'postgres.new-1'))).rejects.toThrow('ENOENT');
});

test('startEmbedded reports a data folder that is a file', async () => {
  folder = join(folder, 'file');
  await writeFile(folder, '');
  await expect(start()).rejects.toThrow(`The data folder ${folder} is not a folder`);
});

test('as root, a closed data folder links to a folder that the PostgreSQL account can enter', async ({
  skip,
}) => {
  skip(process.getuid?.() !== 0, 'only root runs PostgreSQL under another account');
  folder = join(folder, 'closed', 'data');
  await mkdir(join(folder, '..'), { mode: 0o700 });
  const first = await start();
  expect(await readlink(join(folder, 'postgres'))).toBe(first.folder);
  await stop(first);
  expect((await start()).folder).toBe(first.folder);
  await Promise.all([...running].map(stop));
  await rm(first.folder, { recursive: true });
});

async function start(more: Pick<EmbeddedOptions, 'restarted'> = {}): Promise<Embedded> {
  const embedded = await startEmbedded(folder, { owner: 'the test', ...more });
  running.add(embedded);
  return embedded;
}

async function openForCommand() {
  const { url, stop } = await findServer('a command', { FYNBOS_DATA: folder });
  return openDatabaseServer(url, stop);
}

async function stop(embedded: Embedded): Promise<void> {
  running.delete(embedded);
  await embedded.stop();
}

async function query(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** Copies a database into the data folder, as if it had been started before. */
async function startedBefore(): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${made.folder}/.`, folder]);
}

/**
 * Another process that starts the server, prints its process id, then every number that the server
 * confirmed.
 */
async function shopThatWrites() {
  const directory = import.meta.dirname;
  const script = `
    import { readFile } from 'node:fs/promises';
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { startEmbedded } from ${JSON.stringify(join(directory, 'embedded-postgres.ts'))};
    const { url, folder } = await startEmbedded(${JSON.stringify(folder)});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table written (number integer)');
    console.log((await readFile(folder + '/postmaster.pid', 'utf8')).split('\\n')[0]);
    for (let number = 1; ; number++) {
      await client.query('insert into written values ($1)', [number]);
      console.log(number);
    }`;
  const child = track(
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() };
}

function track<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  return child;
}
