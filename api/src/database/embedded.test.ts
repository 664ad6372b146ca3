import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { attach, type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';
import { openDatabase } from './open.ts';
import { commandOf } from './process.ts';

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

test('the first start makes a database, a later one finds what was written', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 7 as number');
  await stop(first);
  const second = await start();
  expect(await ask(second.url, 'select number from kept')).toEqual([{ number: 7 }]);
});

test('text is ordered by code point and folds the case of accents, on every machine alike', async () => {
  await startedBefore();
  const { url } = await start();
  const words = await ask(
    url,
    `select word, lower(word) from unnest(array['é', 'Z', 'a', 'É']) word order by word`,
  );
  expect(words.map(({ word }) => word)).toEqual(['Z', 'a', 'É', 'é']);
  expect(words.map(({ lower }) => lower)).toEqual(['z', 'a', 'é', 'é']);
});

test('commits reach the disk, and nothing listens on the network', async () => {
  await startedBefore();
  const { url } = await start();
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await ask(url, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test('the database is closed to other accounts of the machine', async () => {
  await startedBefore();
  const { folder: cluster } = await start();
  expect((await stat(cluster)).mode & 0o077).toBe(0);
});

test('a second start on the same folder is refused and names the first, which goes on', async () => {
  await startedBefore();
  const first = await start();
  await expect(start()).rejects.toThrow(
    `The data folder ${folder} is already in use (the test, process ${process.pid})`,
  );
  expect(await ask(first.url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});

test('of two first starts at the same moment one wins', async () => {
  const outcomes = await Promise.allSettled([start(), start()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('a command uses the server of the running shop and leaves it running', async () => {
  await startedBefore();
  const shop = await start();
  const opened = await openDatabase('a command', { FYNBOS_DATA: folder });
  expect(opened.url).toBe(shop.url);
  await opened.close();
  expect(await ask(shop.url, 'select count(*) > 0 as migrated from schema_version')).toEqual([
    { migrated: true },
  ]);
});

test('a command without a running shop starts the server and ends it afterwards', async () => {
  await startedBefore();
  const opened = await openDatabase('a command', { FYNBOS_DATA: folder });
  await opened.close();
  const shop = await start();
  expect(await ask(shop.url, 'select count(*) > 0 as migrated from schema_version')).toEqual([
    { migrated: true },
  ]);
});

test('a shop killed while it writes loses nothing that was confirmed, and its server does not block the next', async () => {
  await startedBefore();
  const { child, lines } = await shopThatWrites();
  const confirmed: number[] = [];
  const orphan = Number((await lines.next()).value);
  while (confirmed.length < 200) confirmed.push(Number((await lines.next()).value));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await commandOf(orphan)).toBeDefined();

  const next = await start();
  expect(await commandOf(orphan)).toBeUndefined();
  const rows = await ask(next.url, 'select number from written');
  expect(rows.map(({ number }) => number)).toEqual(expect.arrayContaining(confirmed));
});

test('after the shop and its server were killed the next start recovers at once', async () => {
  await startedBefore();
  const { child, lines } = await shopThatWrites();
  const server = Number((await lines.next()).value);
  const confirmed = Number((await lines.next()).value);
  process.kill(server, 'SIGKILL');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = await start();
  expect(await ask(next.url, `select number from written where number = ${confirmed}`)).toHaveLength(1);
});

test('a process that by chance has the id of the crashed server does not block the next start', async () => {
  await startedBefore();
  const first = await start();
  const note = join(first.folder, 'postmaster.pid');
  const text = await readFile(note, 'utf8');
  await stop(first);
  const { uid, gid } = await stat(first.folder);
  const stranger = keep(spawn('sleep', ['60'], { uid, gid }));
  await once(stranger, 'spawn');
  await writeFile(note, [stranger.pid, ...text.split('\n').slice(1)].join('\n'));
  await start();
  expect(stranger.exitCode).toBeNull();
});

test('the shop hears when its server is killed', async () => {
  await startedBefore();
  const embedded = await start();
  const server = Number((await readFile(join(embedded.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(server, 'SIGKILL');
  expect(await embedded.died).toMatch(/^PostgreSQL ended unexpectedly/);
});

test('a server that is killed is started again with what it had, three times; then its shop hears it', async () => {
  await startedBefore();
  const said: string[] = [];
  const embedded = await start({ restarted: (sentence) => said.push(sentence) });
  await ask(embedded.url, 'create table kept as select 1 as one');
  const server = async () =>
    Number((await readFile(join(embedded.folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  for (let times = 1; times <= 3; times++) {
    process.kill(await server(), 'SIGKILL');
    await expect.poll(() => ask(embedded.url, 'select one from kept').catch(String)).toEqual([{ one: 1 }]);
    expect(said).toHaveLength(times);
  }
  process.kill(await server(), 'SIGKILL');
  expect(await embedded.died).toMatch(/^PostgreSQL ended unexpectedly/);
});

test('a data folder deeper than a socket path may be long works', async () => {
  folder = join(folder, 'deep'.repeat(20), 'deeper'.repeat(5));
  const { url } = await start();
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
  expect(await attach(folder)).toBe(url);
  await rm(new URL(url).searchParams.get('host')!, { recursive: true, force: true });
});

test('a data folder may be named as people name folders', async () => {
  folder = join(folder, `Thandi's "shop", 50% off`);
  const { url } = await start();
  expect(await ask(url, 'select 1 as answer')).toEqual([{ answer: 1 }]);
});

test('a folder that holds something else is left alone', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'letter.txt'), 'dear aunt');
  await expect(start()).rejects.toThrow('is not empty and holds no database');
  expect(await readFile(join(folder, 'postgres', 'letter.txt'), 'utf8')).toBe('dear aunt');
});

test('a database of another PostgreSQL is left alone', async () => {
  await mkdir(join(folder, 'postgres'));
  await writeFile(join(folder, 'postgres', 'PG_VERSION'), '16\n');
  await expect(start()).rejects.toThrow('was made by PostgreSQL 16, this shop brings 18');
});

test('a server log that has grown large makes room for a new one', async () => {
  await startedBefore();
  await writeFile(join(folder, 'postgres.log'), Buffer.alloc(11 * 1024 * 1024, 'x'));
  await start();
  expect((await stat(join(folder, 'postgres.log'))).size).toBeLessThan(100_000);
  expect((await stat(join(folder, 'postgres.log.1'))).size).toBe(11 * 1024 * 1024);
});

test('what an interrupted first start left behind does not matter', async () => {
  await mkdir(join(folder, 'postgres.new-1', 'base'), { recursive: true });
  await start();
  await expect(stat(join(folder, 'postgres.new-1'))).rejects.toThrow('ENOENT');
});

test('a data folder that is a file is said to be one', async () => {
  folder = join(folder, 'file');
  await writeFile(folder, '');
  await expect(start()).rejects.toThrow(`The data folder ${folder} is not a folder`);
});

test('as root in a closed folder the database goes where its account can enter, and a link says where', async ({
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

async function stop(embedded: Embedded): Promise<void> {
  running.delete(embedded);
  await embedded.stop();
}

async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** Puts a database into the data folder, as if it had been started before. */
async function startedBefore(): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${made.folder}/.`, folder]);
}

/** Another process that starts the server, prints its id, then every number that the server confirmed. */
async function shopThatWrites() {
  const here = import.meta.dirname;
  const script = `
    import { readFile } from 'node:fs/promises';
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    import { startEmbedded } from ${JSON.stringify(join(here, 'embedded.ts'))};
    const { url, folder } = await startEmbedded(${JSON.stringify(folder)});
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table written (number integer)');
    console.log((await readFile(folder + '/postmaster.pid', 'utf8')).split('\\n')[0]);
    for (let number = 1; ; number++) {
      await client.query('insert into written values ($1)', [number]);
      console.log(number);
    }`;
  const child = keep(
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  return { child, lines: createInterface({ input: child.stdout! })[Symbol.asyncIterator]() };
}

function keep<Child extends ChildProcess>(child: Child): Child {
  children.add(child);
  return child;
}
