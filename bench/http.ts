import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { categoryRootId, defaultStoreView, largestPage, pageSize } from '@fynbos/core/shop.ts';
import { detailAsk, listAsk, searchAsk, stockAsk } from './asks.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import type { Heard } from './floor-server.ts';
import { numbers, searchTexts, writeCatalogue } from './generated.ts';
import { type Ask, browserHeaders, inRotation, type Load, load } from './load.ts';

/** How long each figure is measured, in seconds; before that, a warm-up of the same. */
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const questions = 200;

/** What others reach on two cores with 2,000 products, requests a second (Vendure 3.7, Medusa 2.21). */
const others = { list: 275, search: 367 };

interface Scenario {
  name: string;
  next: () => Ask;
  /** The least share of the floor, and of requests a second. */
  aim: { share?: number; perSecond?: number };
}

/**
 * Requests a second through the whole API, beside the floor: bare `node:http` saying the very same bytes, in the
 * same minute on the same machine. Server, load and floor are processes of their own.
 */
export async function run(): Promise<Bench> {
  const rows: Figure[] = [];
  for (const count of [2000, 20_000]) rows.push(...(await measureCatalogue(count)));
  return { title: 'Requests a second through the API', rows };
}

async function measureCatalogue(count: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  const catalogue = join(folder, 'catalogue');
  await writeCatalogue(catalogue, count);
  const shop = await startChild('shop-server.ts', { folder: join(folder, 'data'), catalogue });
  try {
    const rows: Figure[] = [];
    for (const scenario of await scenarios(shop, count)) rows.push(await measure(shop, scenario, folder));
    return rows;
  } finally {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function scenarios(shop: Child, count: number): Promise<Scenario[]> {
  const pages = await listPages(shop);
  const skus = await skusOf(shop);
  const texts = searchTexts(questions);
  const size = `${count.toLocaleString('en')} products`;
  const list = { share: 1 / 3, perSecond: others.list * 50 };
  const search = { perSecond: others.search * 10 };
  let never = 0;
  return [
    {
      name: `list of 50 with facets, ${pages.length} questions in rotation, ${size}`,
      next: inRotation(pages.map((page) => listAsk(page))),
      aim: list,
    },
    {
      name: `the same, no question ever repeated, ${size}`,
      next: () => listAsk({ ...pages[never % pages.length]!, least: ++never }),
      aim: {},
    },
    {
      name: `search with facets, ${texts.length} texts in rotation, ${size}`,
      next: inRotation(texts.map((words) => searchAsk(words))),
      aim: search,
    },
    {
      name: `the same, no question ever repeated, ${size}`,
      next: () => searchAsk(texts[never % texts.length]!, ++never),
      aim: search,
    },
    {
      name: `product detail by sku, all fields, ${size}`,
      next: inRotation(skus.map(detailAsk)),
      aim: { share: 1 / 4 },
    },
    { name: `stock check, ${size}`, next: inRotation(skus.map(stockAsk)), aim: { share: 1 / 4 } },
  ];
}

async function measure(shop: Child, { name, next, aim }: Scenario, folder: string): Promise<Figure> {
  process.stderr.write(`  ${name}\n`);
  const ours = await loadWarm(shop, next);
  const floor = await floorOf(await hear(shop, next), folder, next);
  const share = ours.perSecond / floor.perSecond;
  return {
    what: name,
    ours: `${rate(ours)} = ${share.toFixed(2)} of the floor (${rate(floor)}); p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    aim: [
      aim.share && `≥ ${aim.share.toFixed(2)} of the floor`,
      aim.perSecond && `≥ ${aim.perSecond.toLocaleString('en')}/s`,
    ]
      .filter(Boolean)
      .join(', '),
    note: `CPU ${Math.round(ours.cpu)} µs a request, floor ${Math.round(floor.cpu)} µs; floor p99 ${ms(floor.p99)}`,
  };
}

/** Loads after a warm-up. `cpu` is what the server's process used a request, in microseconds. */
async function loadWarm(server: Child, next: () => Ask): Promise<Load & { cpu: number }> {
  await load(server.port, next, seconds / 2);
  const before = await server.usage();
  const measured = await load(server.port, next, seconds);
  const after = await server.usage();
  return { ...measured, cpu: (after.cpu - before.cpu) / measured.requests };
}

async function floorOf(heard: Heard[], folder: string, next: () => Ask): Promise<Load & { cpu: number }> {
  const answers = join(folder, 'answers.json');
  await writeFile(answers, JSON.stringify(heard));
  const floor = await startChild('floor-server.ts', { answers });
  return loadWarm(floor, next).finally(floor.stop);
}

async function hear(shop: Child, next: () => Ask): Promise<Heard[]> {
  const heard: Heard[] = [];
  for (let at = 0; at < questions; at++) heard.push(await askOnce(shop.port, next()));
  return heard;
}

const connectionHeaders = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Asks as a browser would and keeps the bytes as they came over the wire. */
function askOnce(port: number, { method, path, body }: Ask): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method, path, headers: browserHeaders },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part as Buffer);
        if (response.statusCode !== 200)
          return reject(
            new Error(`${path} answered ${response.statusCode} to ${body}: ${Buffer.concat(parts)}`),
          );
        const headers = Object.entries(response.headers).filter(([name]) => !connectionHeaders.has(name));
        resolve({ headers: Object.fromEntries(headers), body: Buffer.concat(parts).toString('base64') });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** Full pages of 50 in every sort: of the whole shop and of its departments with all below them. */
async function listPages(shop: Child) {
  const { items } = await find<Category>(shop, 'category', { size: largestPage });
  const departments = items.filter(
    (category) => category.parent_id === categoryRootId || category.id === categoryRootId,
  );
  const pages: { categories: number[]; sort: string; page: number }[] = [];
  for (const department of departments) {
    const categories = items
      .filter(({ path }) => `${path}/`.startsWith(`${department.path}/`))
      .map(({ id }) => id);
    const { total } = await find(shop, 'product', {
      filters: { category_ids: { in: categories }, visibility: { in: [2, 3, 4] } },
      size: 1,
    });
    for (let page = 0; page < Math.floor(total / pageSize); page++) {
      for (const sort of Object.keys(listingSorts)) pages.push({ categories, sort, page });
    }
  }
  return some(pages, questions);
}

async function skusOf(shop: Child): Promise<string[]> {
  const body = { filters: { visibility: { in: [2, 3, 4] } }, includeFields: ['sku'], size: largestPage };
  return (await find<{ sku: string }>(shop, 'product', body)).items.map(({ sku }) => sku);
}

async function find<Item>(
  shop: Child,
  entity: string,
  body: object,
): Promise<{ items: Item[]; total: number }> {
  const path = `/api/catalog/${defaultStoreView.index}/${entity}/_search`;
  const heard = await askOnce(shop.port, { method: 'POST', path, body: JSON.stringify(body) });
  const bytes = Buffer.from(heard.body, 'base64');
  return JSON.parse(`${heard.headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : bytes}`);
}

/** So many of them, mixed, the same ones every time. */
function some<Thing>(things: readonly Thing[], count: number): Thing[] {
  const random = numbers(3);
  return things
    .map((thing) => ({ thing, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ thing }) => thing);
}

const rate = ({ perSecond }: Load) => `${Math.round(perSecond).toLocaleString('en')}/s`;
const ms = (time: number) => `${time.toFixed(1)} ms`;
