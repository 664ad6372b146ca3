import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { connect, type Db } from '@fynbos/api/db.ts';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { openDatabase } from '@fynbos/api/platform/database/open-database.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

/** `npm start` as its own process. */

let folder: string;
let data: string;
let remove: () => Promise<void>;
const started = new Set<ChildProcess>();

beforeAll(async () => {
  ({ folder, remove } = await temporaryFolder());
  data = join(folder, 'data');
});

afterEach(async () => {
  for (const child of started) await end(child, 'SIGTERM');
  started.clear();
});

afterAll(() => remove());

test('npm start in an empty folder reports each step with its duration, and serves shop and API on one port', async () => {
  const shop = await start();
  const output = shop.stdout();
  expect(output).toMatch(/^storefront +(built|up to date) \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^database +PostgreSQL in \S+, schema brought up to \d+ \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^demo shop +\d+ products.* \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^Fynbos is at http:\/\/localhost:\d+, ready in \d+\.\d s\. Ctrl-C ends it\.$/m);
  const [, inbox] = await shop.waitForOutput(
    /Mail goes to a local mail sink: read it at (\S+), or set SMTP_URL to send it\.$/m,
  );
  expect(await (await fetch(inbox!)).text()).toContain('No mail yet');
  expect(shop.stderr()).toBe('');

  const health = await (await fetch(`${shop.origin}/api/health`)).json();
  expect(health.result).toMatchObject({ status: 'ok', products: expect.toSatisfy((count) => count > 0) });
  const page = await fetch(shop.origin);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
});

test('a second start keeps the data and does not load the demo twice', async () => {
  await runSql(`update product set name = 'Kept' where id = (select min(id) from product)`);
  const shop = await start();
  expect(shop.stdout()).toContain('schema up to date');
  expect(shop.stdout()).toMatch(/^demo shop +not needed/m);
  await end(shop.child, 'SIGTERM');
  expect(await runSql(`select name from product where name = 'Kept'`)).toEqual([{ name: 'Kept' }]);
});

describe('while a shop is running', () => {
  let shop: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    shop = await start();
    // The shop must survive each of these tests.
    started.delete(shop.child);
  });
  afterAll(() => end(shop.child, 'SIGTERM'));

  test('a second start on the same folder is refused with one sentence; the first shop continues', async () => {
    const second = await startAndFail();
    expect(second).toMatch(
      /^The data folder \S+ is already in use \(npm start, process \d+\): end that first/,
    );
    expect((await fetch(`${shop.origin}/api/health`)).status).toBe(200);
  });

  test('a port in use is refused with one sentence, before anything is created', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const message = await startAndFail({ PORT: new URL(shop.origin).port, FYNBOS_DATA: elsewhere });
    expect(message).toMatch(
      /^Port \d+ is in use by another program: end that, or choose another port with PORT\.$/,
    );
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
  });

  test('npm start restarts its database after a kill, with a message', async () => {
    process.kill(await serverOf(data), 'SIGKILL');
    await expect.poll(() => shop.stderr()).toMatch(/^PostgreSQL ended unexpectedly: .* It is started again/m);
    await expect.poll(async () => (await fetch(`${shop.origin}/api/health`)).status).toBe(200);
    expect(shop.child.exitCode).toBeNull();
  });

  test('a shop that was killed starts again with all its data', async () => {
    shop.child.kill('SIGKILL');
    await once(shop.child, 'exit');
    const next = await start();
    expect(next.stdout()).toMatch(/^demo shop +not needed/m);
    expect((await fetch(`${next.origin}/api/health`)).status).toBe(200);
  });
});

test('Ctrl-C closes the shop cleanly, although npm forwards it a second time and a browser has an open connection', async () => {
  const shop = await start();
  await openKeepAlive(shop.origin);
  const server = await serverOf(data);
  shop.child.kill('SIGINT');
  await pause(30);
  shop.child.kill('SIGINT');
  const [code] = await once(shop.child, 'exit');
  expect(code).toBe(0);
  expect(shop.stdout()).toContain('Closing');
  expect(shop.stderr()).toBe('');
  expect(() => process.kill(server, 0)).toThrow('ESRCH');
});

test('npm forwards SIGTERM, and no shop process is left', async () => {
  const npm = run({}, {}, ['npm', 'start']);
  await npm.waitForOutput(/Fynbos is at/);
  const server = await serverOf(data);
  npm.child.kill('SIGTERM');
  await once(npm.child, 'close');
  expect(npm.stdout()).toContain('Closing');
  expect(() => process.kill(server, 0)).toThrow('ESRCH');
});

test('Ctrl-C during the start closes the shop cleanly', async () => {
  const shop = run();
  await shop.waitForOutput(/^storefront/m);
  shop.child.kill('SIGINT');
  const [code] = await once(shop.child, 'exit');
  expect({ code, stderr: shop.stderr() }).toEqual({ code: 0, stderr: '' });
  expect((await start()).stdout()).toMatch(/^demo shop +not needed/m);
});

test('a database of a newer shop is refused with one sentence and unchanged', async () => {
  await runSql(`insert into schema_version (number, name) values (999, '999-tomorrow.sql')`);
  const message = await startAndFail();
  expect(message).toMatch(
    /^The database is at schema 999, this shop knows only up to \d+: start the newer version\.$/,
  );
  const embedded = await openRaw();
  expect(await embedded.query('delete from schema_version where number = 999 returning name')).toEqual([
    { name: '999-tomorrow.sql' },
  ]);
  await embedded.close();
});

test('a folder without write permission is refused with one sentence', async ({ skip }) => {
  const closed = join(folder, 'closed');
  await mkdir(closed);
  await chmod(closed, 0o555);
  const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (ordinary.uid && !(await runsAs(ordinary))) skip('an ordinary user cannot enter the project’s folder');
  const message = await startAndFail({ FYNBOS_DATA: join(closed, 'data') }, ordinary);
  expect(message).toBe(
    `No permission to write to the data folder ${join(closed, 'data')}: start as its owner, or choose another with FYNBOS_DATA.`,
  );
});

test('all invalid settings are reported in one sentence', async () => {
  expect(await startAndFail({ PORT: 'many', OUTPUT_CACHE: 'perhaps' })).toBe(
    'PORT must be a whole number from 0 to 65535, it is "many"; OUTPUT_CACHE must be on or off, it is "perhaps".',
  );
});

describe('with a PostgreSQL server', () => {
  let url: string;
  let db: Db;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    ({ url, db, drop } = await freshDatabase());
  });
  afterAll(() => drop());

  test('DATABASE_URL runs the same shop without an embedded database', async () => {
    const dataFolder = join(folder, 'with-server');
    const shop = await start({ DATABASE_URL: url, FYNBOS_DATA: dataFolder });
    expect(shop.stdout()).toMatch(/^demo shop +\d+ products/m);
    const { rows } = await sql<{ count: number }>`select count(*) from product`.execute(db);
    expect((await (await fetch(`${shop.origin}/api/health`)).json()).result.products).toBe(rows[0]!.count);
    await expect(stat(join(dataFolder, 'postgres'))).rejects.toThrow('ENOENT');
    await end(shop.child, 'SIGTERM');
  });

  test('with the output cache, a cached page follows the catalogue and the operator’s invalidation', async () => {
    const shop = await start({
      DATABASE_URL: url,
      OUTPUT_CACHE: 'on',
      INVALIDATION_KEY: 'a-key-of-the-operator',
      FYNBOS_DATA: join(folder, 'with-server'),
    });
    const { rows } = await sql<{ id: number; url_path: string }>`
    select id, url_path from product where visibility = 4 and type_id = 'simple' order by id limit 1`.execute(
      db,
    );
    const { id, url_path } = rows[0]!;
    const page = async () => (await fetch(`${shop.origin}/${url_path}`)).text();
    expect(await page()).not.toContain('Renamed today');
    expect(await page()).not.toContain('Renamed today');
    await db.updateTable('product').set({ name: 'Renamed today' }).where('id', '=', id).execute();
    await announceChange(db, [id]);
    await expect.poll(page, { timeout: 10_000 }).toContain('Renamed today');

    const cacheStatus = async () => (await fetch(`${shop.origin}/${url_path}`)).headers.get('x-vs-cache');
    await expect.poll(cacheStatus).toBe('Hit');
    expect((await fetch(`${shop.origin}/invalidate?key=a-key-of-the-operator&tag=P${id}`)).status).toBe(200);
    expect(await cacheStatus()).toBe('Miss');
    // The process receives its own announcement too, a moment later.
    await expect.poll(cacheStatus).toBe('Hit');
    const shows: Record<string, string[]> = {
      '/': ['home', 'block'],
      '/pantry': ['category'],
      '/search?q=tea': ['search', 'product'],
      '/wishlist': ['lists'],
      '/storelocator': ['stores', 'page', 'block'],
      '/faq': ['page'],
      '/sale': ['page', 'product'],
    };
    for (const [path, kinds] of Object.entries(shows)) {
      expect([path, ...(await kindsThatForget(shop.origin, path))]).toEqual([path, ...kinds]);
    }
    expect(await (await fetch(`${shop.origin}/graphql`)).json()).toMatchObject({ code: 404 });
    await end(shop.child, 'SIGTERM');
  });
});

/** The kinds of cache tags of a cached page. Invalidating each of them must remove the page from the cache. */
async function kindsThatForget(origin: string, path: string): Promise<string[]> {
  const readHeaders = async () => (await fetch(origin + path)).headers;
  const tags = (await readHeaders()).get('x-vs-cache-tags')?.split(' ') ?? [];
  const kinds = tags.filter((tag) => !/^[PC]\d+$/.test(tag));
  for (const tag of kinds) {
    await expect.poll(async () => (await readHeaders()).get('x-vs-cache')).toBe('Hit');
    const { status } = await fetch(`${origin}/invalidate?key=a-key-of-the-operator&tag=${tag}`);
    expect([tag, status, (await readHeaders()).get('x-vs-cache')]).toEqual([tag, 200, 'Miss']);
  }
  return kinds;
}

test('an unreachable database server is reported in one sentence, without its password', async () => {
  const message = await startAndFail({ DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop' });
  expect(message).toMatch(
    /^The database at postgres:\/\/shop@127\.0\.0\.1:1\/shop cannot be used \(.+\): check DATABASE_URL\.$/,
  );
});

interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits for matching output; fails with the output when the process ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
}

function run(
  env: Record<string, string> = {},
  account: { uid?: number; gid?: number } = {},
  [program, ...args]: string[] = [process.execPath, 'scripts/run.js', 'server/main.ts'],
): Running {
  const child = spawn(program!, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', FYNBOS_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  });
  started.add(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => (out += text));
  child.stderr.on('data', (text) => (err += text));
  const waitForOutput = async (pattern: RegExp) => {
    for (;;) {
      const match = pattern.exec(out);
      if (match) return match;
      if (child.exitCode !== null || child.signalCode) throw new Error(`The process ended: ${out}${err}`);
      await pause(20);
    }
  };
  return { child, stdout: () => out, stderr: () => err, waitForOutput };
}

async function start(env: Record<string, string> = {}): Promise<Running & { origin: string }> {
  const running = run(env);
  const [, origin] = await running.waitForOutput(/Fynbos is at (\S+),/);
  return { ...running, origin: origin! };
}

/** @returns the message on stderr; the start must fail with exactly one line */
async function startAndFail(env: Record<string, string> = {}, account = {}): Promise<string> {
  const { child, stderr } = run(env, account);
  const [code] = await once(child, 'close');
  expect({ code, lines: stderr().trim().split('\n').length }, stderr()).toEqual({ code: 1, lines: 1 });
  return stderr().trim();
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function serverOf(dataFolder: string): Promise<number> {
  return Number((await readFile(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Runs a statement on the database in the data folder while no shop uses it. */
async function runSql(statement: string): Promise<unknown[]> {
  const { db, close } = await openDatabase('the test', { FYNBOS_DATA: data });
  const { rows } = await sql.raw(statement).execute(db);
  await close();
  return rows;
}

/** The same without migrations, for a database that the shop refuses. */
async function openRaw() {
  const embedded = await startEmbedded(data, { owner: 'the test' });
  const db = connect(embedded.url, 1);
  return {
    query: async (statement: string) => (await sql.raw(statement).execute(db)).rows,
    close: async () => {
      await db.destroy();
      await embedded.stop();
    },
  };
}

/** Sends one request and leaves the connection open, as a browser does. */
async function openKeepAlive(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const request = get(`${origin}/api/health`, { agent });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
}

/** Whether another user can run Node here, which fails for a project inside a private home folder. */
async function runsAs(account: { uid?: number; gid?: number }): Promise<boolean> {
  const child = spawn(process.execPath, ['--version'], { ...account, cwd: '/', stdio: 'ignore' });
  const [code] = await Promise.race([once(child, 'exit'), once(child, 'error').then(() => [1])]);
  return code === 0;
}
