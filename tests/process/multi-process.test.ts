import { createHash, randomBytes } from 'node:crypto';
import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import { openRedis, type Redis } from '@fynbos/api/platform/redis/redis-connection.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { withFiles } from '@fynbos/test-kit/catalogue/catalogue-state.ts';
import { startRedis, type TestRedis } from '@fynbos/test-kit/database/redis-server.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { hasNginx, type Processes, startProcesses } from '@fynbos/test-kit/processes/shop-cluster.ts';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { isLong, long } from '@fynbos/test-kit/stress-mode.ts';
import { startContinuousLoad } from '@fynbos/test-kit/traffic/continuous-requests.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/** Two APIs and two storefronts as separate processes, behind the proxy of `deploy/`. */

/** The four processes take as long to start as the machine needs. */
const limit = { timeout: 900_000 };

let database: FreshDatabase;
let redis: TestRedis | undefined;
let client: Redis;
let shop: Processes | undefined;
let remove: () => Promise<void>;

beforeAll(async () => {
  const folder = await temporaryFolder();
  ({ remove } = folder);
  database = await freshDatabase();
  redis = hasNginx() ? await startRedis() : undefined;
  if (!redis) return;
  client = await openRedis(redis.url, { warn() {}, info() {} });
  // The proxy closes idle connections after five seconds, or a little later on a busy machine, where pages and the
  // database take longer, too.
  const env = { DRAIN_SECONDS: '8', TIMEOUT_SCALE: '20' };
  shop = await startProcesses({
    folder: folder.folder,
    databaseUrl: database.url,
    redisUrl: redis.url,
    env,
  });
}, limit.timeout);
afterAll(async () => {
  await shop?.stop();
  await client?.close();
  await redis?.stop();
  await database.drop();
  await remove();
});
beforeEach(({ skip }) => {
  if (!shop) skip('requires nginx and redis-server (or valkey-server)');
});

/** A simple product with its page, and a category that lists it. */
async function oneProduct() {
  const { rows } = await sql<{ id: number; sku: string; path: string; category: string }>`
    select p.id, p.sku, p.url_path as path, c.url_path as category
    from product p join product_category pc on pc.product_id = p.id join category c on c.id = pc.category_id
    where p.visibility = 4 and p.type_id = 'simple' order by p.id limit 1`.execute(database.db);
  return rows[0]!;
}

/** Pages of products that were not requested yet, two at a time. */
async function* twoUnseen(): AsyncGenerator<string[], undefined> {
  const { rows } = await sql<{ path: string }>`select url_path as path from product
    where visibility = 4 and type_id = 'simple' order by id desc limit 12`.execute(database.db);
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2).map(({ path }) => path);
}
const unseen = twoUnseen();

const cachedKeys = () => client.execute((connection) => connection.keys('fynbos:page:*'));

/**
 * Replaces each cached page.
 * @param spoilt receives the cached value and that of another page
 */
async function overwrite(
  names: readonly string[],
  spoilt: (stored: Buffer, otherPage: Buffer) => Buffer,
): Promise<void> {
  const values = await Promise.all(
    names.map((name) => client.executeForBytes((connection) => connection.get(name))),
  );
  for (const [at, name] of names.entries()) {
    const value = spoilt(values[at]!, values[(at + 1) % names.length]!);
    await client.execute((connection) => connection.set(name, value));
  }
}

const doubleBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** The same page in an earlier format, with a valid checksum. */
function olderVersion(stored: Buffer): Buffer {
  const page = Buffer.from(
    stored
      .subarray(40)
      .toString('latin1')
      .replace(/fynbos-page-\d/, 'fynbos-page-1'),
    'latin1',
  );
  return Buffer.concat([stored.subarray(0, 8), createHash('sha256').update(page).digest(), page]);
}

type Damage = [label: string, spoilt: (stored: Buffer, otherPage: Buffer) => Buffer];
const otherDamage: Damage[] = [
  ['with garbage', ({ length }) => randomBytes(length)],
  ['with nothing', () => Buffer.alloc(0)],
  ['with its first half', (stored) => stored.subarray(0, stored.length / 2)],
  ['with the format of an older version', olderVersion],
  ['with a later time', (stored) => Buffer.concat([doubleBytes(Date.now() * 2), stored.subarray(8)])],
];

const read = async (url: string) => (await fetch(url)).text();
const cacheStatus = async (url: string) => (await fetch(url)).headers.get('x-vs-cache');

describe('shop of several processes (OPS-2)', () => {
  test('each process reports live and ready; the proxy hides it from visitors', async () => {
    for (const { origin } of [...shop!.apis, ...shop!.storefronts]) {
      expect((await fetch(`${origin}/health/live`)).status).toBe(200);
      expect(await (await fetch(`${origin}/health/ready`)).json()).toMatchObject({
        result: { status: 'ready' },
      });
    }
    const metrics = await read(`${shop!.storefronts[0]!.origin}/api/metrics`);
    expect(metrics).toMatch(/^page_cache_pages \d+$/m);
    for (const path of ['/health/live', '/health/ready', '/api/metrics']) {
      expect((await fetch(shop!.origin + path)).status).toBe(404);
    }
    const health = await (await fetch(`${shop!.origin}/api/health`)).json();
    expect(health.result.status).toBe('ok');
  });

  test('a changed name appears on every page of every process, including cached ones', async () => {
    const { id, path, category } = await oneProduct();
    const pages = shop!.storefronts.flatMap(({ origin }) => [`${origin}/${path}`, `${origin}/${category}`]);
    for (const page of pages) await expect.poll(() => cacheStatus(page)).toBe('Hit');
    await database.db
      .updateTable('product')
      .set({ name: 'Changed everywhere' })
      .where('id', '=', id)
      .execute();
    await announceChange(database.db, [id]);
    for (const page of pages) await expect.poll(() => read(page)).toContain('Changed everywhere');
    for (const page of pages) await expect.poll(() => cacheStatus(page)).toBe('Hit');
    for (const page of pages) expect(await read(page)).toContain('Changed everywhere');
  });

  test('an imported price, content page and opening hours appear on cached pages of every process', async () => {
    const { sku, path, category } = await oneProduct();
    const about = '---\ntitle: About today\nposition: 10\n---\nWritten at noon.\n';
    const changes: [paths: string[], shown: RegExp, files: Record<string, string>][] = [
      [[path, category], /R\s?77[.,]77/, { 'products.csv': `sku,price_incl_tax\n${sku},77.77\n` }],
      [['about'], /Written at noon\./, { 'content/pages/about.en.md': about }],
      [['storelocator'], /07:15/, { 'stores.csv': 'code,hours\nCPT,Mo-Fr 07:15-19:00\n' }],
    ];
    const pagesOf = (paths: string[]) =>
      shop!.storefronts.flatMap(({ origin }) => paths.map((name) => `${origin}/${name}`));
    for (const [paths, shown, files] of changes) {
      for (const page of pagesOf(paths)) await expect.poll(() => cacheStatus(page)).toBe('Hit');
      const { problems } = await withFiles(files, (folder) => importShop(database.db, folder));
      expect(problems).toEqual([]);
      for (const page of pagesOf(paths)) await expect.poll(() => read(page)).toMatch(shown);
      for (const page of pagesOf(paths)) await expect.poll(() => cacheStatus(page)).toBe('Hit');
      for (const page of pagesOf(paths)) expect(await read(page)).toMatch(shown);
    }
  });

  test('a storefront serves a page that another one rendered, even without an API', async () => {
    const [first, second] = shop!.storefronts.map(({ origin }) => `${origin}/faq`) as [string, string];
    // Each storefront looks for this page in Redis after the pages of earlier tests are stored there.
    await Promise.all([first, second].map((page) => read(`${page}-unknown`)));
    const known = new Set(await cachedKeys());
    await expect.poll(() => cacheStatus(first)).toBe('Hit');
    // A page is in the memory of its process first.
    await expect.poll(async () => (await cachedKeys()).some((key) => !known.has(key))).toBe(true);
    const before = await apiRequests();
    expect(await read(second)).toBe(await read(first));
    expect(await apiRequests()).toBe(before);
  });

  describe('a cached page that was overwritten in Redis is rendered correctly again', () => {
    beforeAll(async () => {
      if (!shop) return;
      const { path } = await oneProduct();
      // The first page of a kind has its data in another order. The query string makes each storefront
      // render its own.
      for (const { origin } of shop.storefronts) await read(`${origin}/${path}?first`);
    });

    test.each<Damage>([['with another page', (_, otherPage) => otherPage], ...(isLong ? otherDamage : [])])(
      '%s',
      async (_, spoilt) => {
        const paths = (await unseen.next()).value!;
        const [firstPages, secondPages] = shop!.storefronts.map(({ origin }) =>
          paths.map((path) => `${origin}/${path}`),
        ) as [string[], string[]];
        const before = new Set(await cachedKeys());
        await Promise.all(firstPages.map(read));
        const added = async () => (await cachedKeys()).filter((key) => !before.has(key));
        await expect.poll(async () => (await added()).length).toBe(paths.length);
        await overwrite(await added(), spoilt);
        const [pages, requestsBefore] = [await Promise.all(firstPages.map(read)), await apiRequests()];
        expect(new Set(pages).size).toBe(paths.length);
        const responses = await Promise.all(secondPages.map((page) => fetch(page)));
        expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
        const texts = await Promise.all(responses.map((response) => response.text()));
        expect(texts.filter((text, at) => text !== pages[at]).map((text) => text.length)).toEqual([]);
        expect(await apiRequests()).toBeGreaterThan(requestsBefore);
      },
    );
  });

  test('the client IP comes from the trusted proxy, not from the visitor’s header', async () => {
    const { origin } = shop!;
    const responses = await Promise.all(
      Array.from({ length: 70 }, (_, at) =>
        fetch(`${origin}/invalidate?key=guess&tag=home`, {
          headers: { 'x-forwarded-for': `198.51.100.${at}` },
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  long('a rolling restart fails no request', limit, async () => {
    const { path, category } = await oneProduct();
    const load = startContinuousLoad(shop!.origin, [
      { path: `/${category}` },
      { path: `/${path}` },
      { path: '/api/catalog/fynbos/product/_search', body: { size: 10 } },
      { path: '/api/cart/create', body: {} },
    ]);
    for (const process of [...shop!.apis, ...shop!.storefronts]) await process.restart();
    const { completed, failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(completed).toBeGreaterThan(100);
  });
});

/** Number of requests the APIs have handled so far. */
async function apiRequests(): Promise<number> {
  const counts = await Promise.all(
    shop!.apis.map(async ({ origin }) => {
      const lines = (await read(`${origin}/api/metrics`)).split('\n');
      const counted = lines.filter(
        (line) => line.startsWith('http_request_duration_seconds_count') && !line.includes('metrics'),
      );
      return counted.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
