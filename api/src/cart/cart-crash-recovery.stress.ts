import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { repetitions } from '@fynbos/test-kit/stress-mode.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importShop } from '../shop-import.ts';

/** A server that is killed during writes loses nothing it confirmed (spec reliability 6.1). */

const rounds = repetitions(1, 20);
const carts = 8;
let database: FreshDatabase;
let data: Awaited<ReturnType<typeof temporaryFolder>>;
let running: ChildProcess | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  data = await temporaryFolder();
  const products = 'sku,name,price_incl_tax,tax_class\nTEA,Tea,59.99,standard\n';
  await withFiles({ 'products.csv': products }, (folder) => importShop(database.db, folder));
});
afterAll(async () => {
  running?.kill('SIGKILL');
  await database.drop();
  await data.remove();
});

async function startShop(): Promise<{ origin: string; kill(): Promise<void> }> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@fynbos/test-kit/processes/shop-process.ts'))],
    {
      env: { ...process.env, DATABASE_URL: database.url, FYNBOS_DATA: data.folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  running = child;
  const [origin] = await once(createInterface(child.stdout!), 'line');
  return {
    origin,
    async kill() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const post = (origin: string, path: string, body: object, headers: Record<string, string>) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }).then(async (response) => ({ status: response.status, body: await response.json() }));

const add = (origin: string, token: string, key: string) =>
  post(
    origin,
    '/api/cart/update',
    { cartItem: { sku: 'TEA', qty: 1 } },
    { 'x-cart-token': token, 'idempotency-key': key },
  );

test('every confirmed cart write survives a kill, and every key counts once however often it is sent', async () => {
  let shop = await startShop();
  const tokens = await Promise.all(
    Array.from(
      { length: carts },
      async () => (await post(shop.origin, '/api/cart/create', {}, {})).body.result,
    ),
  );
  const keys = new Map<string, string[]>(tokens.map((token) => [token, []]));
  let confirmed = 0;
  let cut = 0;
  for (let round = 0; round < rounds; round++) {
    const { origin } = shop;
    let stopped = false;
    const open = new Map<string, string>();
    const writers = tokens.map(async (token) => {
      while (!stopped) {
        const key = crypto.randomUUID();
        keys.get(token)!.push(key);
        open.set(token, key);
        const done = await add(origin, token, key).catch(() => undefined);
        if (!done) return;
        expect(done.status).toBe(200);
        open.delete(token);
        confirmed += 1;
      }
    });
    // Waits until some writes are confirmed while others are in flight, independent of the machine's speed.
    const enough = confirmed + carts + 1;
    let isOver = false;
    const all = Promise.all(writers).finally(() => {
      isOver = true;
    });
    all.catch(() => {});
    while (confirmed < enough && !isOver) await pause(1);
    await pause((round * 37) % 100);
    await shop.kill();
    stopped = true;
    await all;
    cut += open.size;
    shop = await startShop();
    // The outcome of these writes is unknown, so they are sent again, twice.
    for (const [token, key] of open) {
      for (let time = 0; time < 2; time++) expect((await add(shop.origin, token, key)).status).toBe(200);
    }
  }
  expect(confirmed).toBeGreaterThan(rounds * carts);
  expect(cut).toBeGreaterThan(0);
  for (const token of tokens) {
    const response = await fetch(`${shop.origin}/api/cart/pull`, { headers: { 'x-cart-token': token } });
    const { result, meta } = (await response.json()) as {
      result: { qty: number }[];
      meta: { cartVersion: number };
    };
    const sent = keys.get(token)!.length;
    expect([result[0]?.qty, meta.cartVersion]).toEqual([sent, sent]);
  }
  await shop.kill();
}, 600_000);
