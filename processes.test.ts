import { createHash, randomBytes } from 'node:crypto';
import { announceChange } from '@fynbos/api/catalogue/announce.ts';
import { openRedis, type Redis } from '@fynbos/api/redis/connection.ts';
import { type FreshDatabase, freshDatabase } from '@fynbos/api/testing/database.ts';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import { startRedis, type TestRedis } from '@fynbos/api/testing/redis.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askOn } from './bench/asking.ts';
import { hasNginx, type Processes, type ShopProcess, startProcesses } from './bench/processes.ts';

/** Two APIs and two storefronts behind the proxy of `deploy/`, as processes of their own. */

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
  // The proxy lets go of idle connections after five, or a little later where it has to wait for a processor.
  const env = { DRAIN_SECONDS: '8' };
  shop = await startProcesses({
    folder: folder.folder,
    databaseUrl: database.url,
    redisUrl: redis.url,
    env,
  });
});
afterAll(async () => {
  await shop?.stop();
  await client?.close();
  await redis?.stop();
  await database.drop();
  await remove();
});
beforeEach(({ skip }) => {
  if (!shop) skip('needs nginx and redis-server (or valkey-server) on this machine');
});

/** Something that is sold by itself: its page, and a category that lists it. */
async function oneProduct() {
  const { rows } = await sql<{ id: number; sku: string; path: string; category: string }>`
    select p.id, p.sku, p.url_path as path, c.url_path as category
    from product p join product_category pc on pc.product_id = p.id join category c on c.id = pc.category_id
    where p.visibility = 4 and p.type_id = 'simple' order by p.id limit 1`.execute(database.db);
  return rows[0]!;
}

/** Pages of products that nobody has asked for yet, two at a time. */
async function* twoUnseen(): AsyncGenerator<string[], undefined> {
  const { rows } = await sql<{ path: string }>`select url_path as path from product
    where visibility = 4 and type_id = 'simple' order by id desc limit 12`.execute(database.db);
  for (let at = 0; at < rows.length; at += 2) yield rows.slice(at, at + 2).map(({ path }) => path);
}
const unseen = twoUnseen();

const keptInRedis = () => client.execute((asking) => asking.keys('fynbos:page:*'));

/** Puts something else in the place of each page. @param spoilt is given what is kept there, and what is kept at another's */
async function overwrite(
  names: readonly string[],
  spoilt: (kept: Buffer, other: Buffer) => Buffer,
): Promise<void> {
  const found = await Promise.all(names.map((name) => client.executeForBytes((asking) => asking.get(name))));
  for (const [at, name] of names.entries()) {
    const value = spoilt(found[at]!, found[(at + 1) % names.length]!);
    await client.execute((asking) => asking.set(name, value));
  }
}

const doubleBytes = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

/** The same page with a form of earlier, sealed as it was then. */
function olderVersion(kept: Buffer): Buffer {
  const page = Buffer.from(
    kept
      .subarray(40)
      .toString('latin1')
      .replace(/fynbos-page-\d/, 'fynbos-page-1'),
    'latin1',
  );
  return Buffer.concat([kept.subarray(0, 8), createHash('sha256').update(page).digest(), page]);
}

const read = async (url: string) => (await fetch(url)).text();
const kept = async (url: string) => (await fetch(url)).headers.get('x-vs-cache');

describe('several processes (OPS-2)', () => {
  test('each says that it lives and is ready, the proxy tells visitors nothing of it', async () => {
    for (const { origin } of [...shop!.apis, ...shop!.storefronts]) {
      expect((await fetch(`${origin}/health/live`)).status).toBe(200);
      expect(await (await fetch(`${origin}/health/ready`)).json()).toMatchObject({
        result: { status: 'ready' },
      });
    }
    const figures = await read(`${shop!.storefronts[0]!.origin}/api/metrics`);
    expect(figures).toMatch(/^page_cache_pages \d+$/m);
    for (const path of ['/health/live', '/health/ready', '/api/metrics']) {
      expect((await fetch(shop!.origin + path)).status).toBe(404);
    }
    const health = await (await fetch(`${shop!.origin}/api/health`)).json();
    expect(health.result.status).toBe('ok');
  });

  test('a changed price is on every page of every process, those that were kept too', async () => {
    const { id, path, category } = await oneProduct();
    const pages = shop!.storefronts.flatMap(({ origin }) => [`${origin}/${path}`, `${origin}/${category}`]);
    for (const page of pages) await expect.poll(() => kept(page)).toBe('Hit');
    await database.db
      .updateTable('product')
      .set({ name: 'Changed everywhere' })
      .where('id', '=', id)
      .execute();
    await announceChange(database.db, [id]);
    for (const page of pages) await expect.poll(() => read(page)).toContain('Changed everywhere');
    for (const page of pages) await expect.poll(() => kept(page)).toBe('Hit');
    for (const page of pages) expect(await read(page)).toContain('Changed everywhere');
  });

  test('what one storefront made the other has, and gives though no API can be reached', async () => {
    const [one, other] = shop!.storefronts.map(({ origin }) => `${origin}/faq`) as [string, string];
    await expect.poll(() => kept(one)).toBe('Hit');
    const before = await asked();
    expect(await read(other)).toBe(await read(one));
    expect(await asked()).toBe(before);
  });

  describe('a kept page that was overwritten in Redis is made anew, and right', () => {
    beforeAll(async () => {
      if (!shop) return;
      const { path } = await oneProduct();
      // The first page of a kind has the same in another order; with a question it is made by each of them.
      for (const { origin } of shop.storefronts) await read(`${origin}/${path}?first`);
    });

    test.each<[what: string, spoilt: (kept: Buffer, other: Buffer) => Buffer]>([
      ['with garbage', ({ length }) => randomBytes(length)],
      ['with nothing', () => Buffer.alloc(0)],
      ['with its first half', (kept) => kept.subarray(0, kept.length / 2)],
      ['with what an older version wrote', olderVersion],
      ['with another page', (_, other) => other],
      ['with a later time', (kept) => Buffer.concat([doubleBytes(Date.now() * 2), kept.subarray(8)])],
    ])('%s', async (_, spoilt) => {
      const paths = (await unseen.next()).value!;
      const [one, other] = shop!.storefronts.map(({ origin }) =>
        paths.map((path) => `${origin}/${path}`),
      ) as [string[], string[]];
      const before = new Set(await keptInRedis());
      await Promise.all(one.map(read));
      const added = async () => (await keptInRedis()).filter((key) => !before.has(key));
      await expect.poll(async () => (await added()).length).toBe(paths.length);
      await overwrite(await added(), spoilt);
      const [pages, asks] = [await Promise.all(one.map(read)), await asked()];
      expect(new Set(pages).size).toBe(paths.length);
      const answers = await Promise.all(other.map((page) => fetch(page)));
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(texts.filter((text, at) => text !== pages[at]).map((text) => text.length)).toEqual([]);
      expect(await asked()).toBeGreaterThan(asks);
    });
  });

  test('a visitor is who the first proxy says, whatever the visitor says', async () => {
    const { origin } = shop!;
    const tries = await Promise.all(
      Array.from({ length: 70 }, (_, at) =>
        fetch(`${origin}/invalidate?key=guess&tag=home`, {
          headers: { 'x-forwarded-for': `198.51.100.${at}` },
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  });

  test('restarted one after another, no visitor is sent away', async () => {
    const { path, category } = await oneProduct();
    const asking = askOn(shop!.origin, [
      { path: `/${category}` },
      { path: `/${path}` },
      { path: '/api/catalog/fynbos/product/_search', body: { size: 10 } },
      { path: '/api/cart/create', body: {} },
    ]);
    for (const process of restarted()) await process.restart();
    const { answered, failed } = await asking.stop();
    expect(failed).toEqual([]);
    expect(answered).toBeGreaterThan(100);
  });
});

/** All of them in the long form; in the short one an API and a storefront. */
function restarted(): ShopProcess[] {
  const { apis, storefronts } = shop!;
  return process.env.TORTURE ? [...apis, ...storefronts] : [apis[0]!, storefronts[0]!];
}

/** How often the APIs were asked for anything by now. */
async function asked(): Promise<number> {
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
