import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbedded } from '@fynbos/api/platform/database/embedded/embedded-postgres.ts';
import { findServer, openDatabaseServer } from '@fynbos/api/platform/database/open-database.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { long } from '@fynbos/test-kit/stress-mode.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadAsReleased } from '../fixtures/released/load-as-released.ts';

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

test('npm start in an empty folder reports each step and serves shop and API on one port; SIGTERM to npm leaves no process (OPS-1)', async () => {
  const npm = run({}, ['npm', 'start']);
  const [, origin] = await npm.waitForOutput(ready);
  const [, inbox] = await npm.waitForOutput(
    /Mail goes to a local mail sink: read it at (\S+), or set SMTP_URL to send it\.$/m,
  );
  const output = npm.stdout();
  expect(output).toMatch(/^storefront +(built|up to date) \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^database +PostgreSQL in \S+, schema brought up to \d+ \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^demo shop +\d+ products.* \(\d+\.\d s\)$/m);
  expect(output).toMatch(/^Fynbos is at http:\/\/localhost:\d+, ready in \d+\.\d s\. Ctrl-C ends it\.$/m);
  expect(await (await fetch(inbox!)).text()).toContain('No mail yet');

  const health = await (await fetch(`${origin}/api/health`)).json();
  expect(health.result).toMatchObject({ status: 'ok', products: expect.toSatisfy((count) => count > 0) });
  const page = await fetch(origin!);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);

  const server = await serverOf(data);
  npm.child.kill('SIGTERM');
  await once(npm.child, 'close');
  expect(npm.stdout()).toContain('Closing');
  expect(() => process.kill(server, 0)).toThrow('ESRCH');
});

long('Ctrl-C during the start closes the shop cleanly', async () => {
  const shop = run();
  await shop.waitForOutput(/^storefront/m);
  shop.child.kill('SIGINT');
  const [code] = await once(shop.child, 'exit');
  expect({ code, stderr: shop.stderr() }).toEqual({ code: 0, stderr: '' });
});

long(
  'a second start keeps the data, survives a kill of its database, and starts again after a kill of its own',
  async () => {
    await runSql(`update product set name = 'Kept' where id = (select min(id) from product)`);
    const shop = await start();
    expect(shop.stdout()).toContain('schema up to date');
    expect(shop.stdout()).toMatch(/^demo shop +not needed/m);
    const [kept] = await runSql(`select name from product where name = 'Kept'`);
    expect(kept).toEqual({ name: 'Kept' });

    process.kill(await serverOf(data), 'SIGKILL');
    await expect.poll(() => shop.stderr()).toMatch(/^PostgreSQL ended unexpectedly: .* It is started again/m);
    await expect.poll(async () => (await fetch(`${shop.origin}/api/health`)).status).toBe(200);
    expect(shop.child.exitCode).toBeNull();

    shop.child.kill('SIGKILL');
    await once(shop.child, 'exit');
    const next = await start();
    expect(next.stdout()).toMatch(/^demo shop +not needed/m);
    expect((await fetch(`${next.origin}/api/health`)).status).toBe(200);
    expect(next.stderr()).toBe('');

    // A failed start prints one sentence, before anything is created, and disturbs no running shop.
    const elsewhere = join(folder, 'elsewhere');
    const { port } = new URL(next.origin);
    expect(await startAndFail({ PORT: port, FYNBOS_DATA: elsewhere })).toBe(
      `Port ${port} is in use by another program: end that, or choose another port with PORT.`,
    );
    await expect(stat(elsewhere)).rejects.toThrow('ENOENT');
    expect((await fetch(`${next.origin}/api/health`)).status).toBe(200);
  },
);

long('a start with an older data folder backs it up first, and that backup restores', async () => {
  const fixture = join(import.meta.dirname, '../fixtures/released/schema-013-6640dc7/shop.backup');
  const older = join(folder, 'older');
  const embedded = await startEmbedded(older, { owner: 'the test' });
  await loadAsReleased(embedded.url, fixture, 13);
  await embedded.stop();
  const shop = await start({ FYNBOS_DATA: older });
  const [, backup] = /schema brought up to \d+, backed up before to (\S+)/.exec(shop.stdout())!;
  await end(shop.child, 'SIGTERM');
  const restore = run({ FYNBOS_DATA: join(folder, 'restored') }, ['npm', 'run', 'restore', '--', backup!]);
  const [code] = await once(restore.child, 'close');
  expect({ code, stderr: restore.stderr() }).toEqual({ code: 0, stderr: '' });
});

long(
  'DATABASE_URL runs the same shop without an embedded database; Ctrl-C closes it cleanly although it arrives twice and a browser is connected',
  async () => {
    const { url, db, drop } = await freshDatabase();
    const dataFolder = join(folder, 'with-server');
    const shop = await start({ DATABASE_URL: url, FYNBOS_DATA: dataFolder });
    expect(shop.stdout()).toMatch(/^demo shop +\d+ products/m);
    const { rows } = await sql<{ count: number }>`select count(*) from product`.execute(db);
    expect((await (await fetch(`${shop.origin}/api/health`)).json()).result.products).toBe(rows[0]!.count);
    await expect(stat(join(dataFolder, 'postgres'))).rejects.toThrow('ENOENT');

    await openKeepAlive(shop.origin);
    shop.child.kill('SIGINT');
    // The terminal sends it to the shop, and npm once more.
    await shop.waitForOutput(/^Closing/m);
    shop.child.kill('SIGINT');
    const [code] = await once(shop.child, 'exit');
    expect({ code, stderr: shop.stderr() }).toEqual({ code: 0, stderr: '' });
    await drop();
  },
);

interface Running {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits for matching output; fails with the output when the process ends first. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
}

const ready = /^Fynbos is at (\S+),/m;

function run(
  env: Record<string, string> = {},
  [program, ...args]: string[] = [process.execPath, 'scripts/run.js', 'server/main.ts'],
): Running {
  const child = spawn(program!, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env.PATH, HOME: folder, PORT: '0', FYNBOS_DATA: data, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const [, origin] = await running.waitForOutput(ready);
  return { ...running, origin: origin! };
}

/** @returns the message on stderr; the start must fail with exactly one line */
async function startAndFail(env: Record<string, string>): Promise<string> {
  const { child, stderr } = run(env);
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

/** Runs a statement on the database in the data folder, whether a shop uses it or not. */
async function runSql(statement: string): Promise<unknown[]> {
  const { url, stop } = await findServer('the test', { FYNBOS_DATA: data });
  const { db, close } = await openDatabaseServer(url, stop);
  const { rows } = await sql.raw(statement).execute(db);
  await close();
  return rows;
}

/** Sends one request and leaves the connection open, as a browser does. */
async function openKeepAlive(origin: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const request = get(`${origin}/api/health`, { agent });
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
}
