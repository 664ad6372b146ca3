import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/announce.ts';
import type { Db } from '@fynbos/api/db.ts';
import { freePort } from '@fynbos/api/testing/free-port.ts';
import { residentMb } from '@fynbos/api/testing/memory.ts';
import { askOnce, find } from './ask-once.ts';
import { askOn } from './asking.ts';
import { startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import { type Ask, bytesOf, inRotation, load, summed } from './load.ts';
import { ended, type Processes, startNginx } from './processes.ts';
import { scenarios } from './questions.ts';
import { withSeveral } from './several.ts';
import { loadFully, loadSteadily, rangeOf, seeEveryPage } from './shoppers.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
/** How long the mixed load is held. */
const held = Number(process.env.TRAFFIC_SECONDS ?? 600);
const title = 'Traffic: two APIs and two storefronts behind nginx, one PostgreSQL, one Redis';

/** What several processes bear, each figure through the proxy. */
export function run(): Promise<Bench> {
  return withSeveral(title, async ({ shop, port, db, folder }) => [
    await keptPage(port, folder),
    await lists(port),
    await changed(shop, db),
    await restarted(shop),
    ...(await mixed(shop, port, db)),
  ]);
}

/** A kept category page, in turns with bare Node behind the same proxy saying the same bytes. */
async function keptPage(port: number, folder: string): Promise<Figure> {
  const ask: Ask = { method: 'GET', path: await largestCategory(port) };
  await load(port, () => bytesOf(ask), seconds / 2);
  const heard = await askOnce(port, ask);
  const answers = join(folder, 'heard.json');
  await writeFile(answers, JSON.stringify([heard]));
  const floors = [
    await startChild('floor-server.ts', { answers }),
    await startChild('floor-server.ts', { answers }),
  ];
  const own = join(folder, 'floor');
  await mkdir(own);
  const bare = { outside: await freePort(), inside: await freePort() };
  const ports = floors.map((floor) => floor.port);
  const proxy = await startNginx(own, { ...bare, apis: ports, storefronts: ports });
  const [ours, theirs] = await inTurns([port, bare.outside], () => bytesOf(ask));
  // Its master ends its workers only when it is asked.
  await ended(proxy, 'SIGTERM');
  for (const floor of floors) await floor.stop();
  return {
    what: `a kept category page, ${Math.round(Buffer.from(heard.body, 'base64').length / 1024)} kB as it travels`,
    ours: `${count(ours!.perSecond)}/s = ${(ours!.perSecond / theirs!.perSecond).toFixed(2)} of bare Node behind the same nginx (${count(theirs!.perSecond)}/s); p99 ${ours!.p99.toFixed(1)} ms`,
    aim: '≥ 0.70',
  };
}

/** A slice each in turns, so that whatever else the machine does meets both. */
async function inTurns(ports: readonly number[], next: () => Buffer) {
  const all = ports.map((port) => ({ port, times: [] as number[], took: 0 }));
  for (const { port } of all) await load(port, next, seconds / 4);
  for (let slice = 0; slice < 4; slice++) {
    for (const one of all) {
      const { times, took } = await load(one.port, next, seconds / 2);
      for (const time of times) one.times.push(time);
      one.took += took;
    }
  }
  return all.map(summed);
}

async function largestCategory(port: number): Promise<string> {
  const { items } = await find<{ url_path: string; product_count: number; level: number }>(port, 'category', {
    size: 400,
  });
  const [largest] = items.filter(({ level }) => level > 1).sort((a, b) => b.product_count - a.product_count);
  return `/${largest!.url_path}`;
}

async function lists(port: number): Promise<Figure> {
  const [list] = await scenarios(port);
  const all = Array.from({ length: list!.distinct! }, (_, at) => bytesOf(list!.ask(at)));
  await load(port, inRotation(all), seconds / 2);
  const { perSecond, p99 } = summed(await load(port, inRotation(all), seconds * 2));
  return {
    what: 'a list of 50 products with facets',
    ours: `${count(perSecond)}/s, p99 ${p99.toFixed(1)} ms`,
    aim: '≥ 3,000/s',
    note: `${all.length} questions in rotation`,
  };
}

const changes = 20;

/** From the commit of a changed price until every process shows it: both APIs, and a kept page of both storefronts. */
async function changed({ apis, storefronts }: Processes, db: Db): Promise<Figure> {
  const { id, url_path } = await db
    .selectFrom('product')
    .select(['id', 'url_path'])
    .where('visibility', '=', 4)
    .where('type_id', '=', 'simple')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const priceAt = async (port: number): Promise<number> => {
    const { items } = await find<{ final_price_incl_tax: number }>(port, 'product', { filters: { id } });
    return items[0]!.final_price_incl_tax;
  };
  const shows = async (origin: string, price: number) =>
    (await (await fetch(`${origin}/${url_path}`)).text()).includes(price.toFixed(2));
  const times: number[] = [];
  for (let change = 0; change < changes; change++) {
    const before = await priceAt(apis[0]!.port);
    const price = (100 + change) * 10_000;
    await db
      .updateTable('product_price')
      .set({ price, special_price: null })
      .where('product_id', '=', id)
      .execute();
    const begin = performance.now();
    await announceChange(db, [id]);
    await Promise.all(apis.map(({ port }) => until(async () => (await priceAt(port)) !== before)));
    const now = await priceAt(apis[0]!.port);
    await Promise.all(storefronts.map(({ origin }) => until(() => shows(origin, now))));
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return {
    what: 'a changed price, until both APIs and both storefronts show it',
    ours: `p50 ${times[changes / 2]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms`,
    aim: '< 1,000 ms',
    note: `${changes} changes`,
  };
}

async function until(is: () => Promise<boolean>): Promise<void> {
  for (const begin = performance.now(); !(await is()); ) {
    if (performance.now() - begin > 20_000) throw new Error('a changed price is not shown');
  }
}

async function restarted({ origin, apis, storefronts }: Processes): Promise<Figure> {
  const pages = [{ path: '/' }, { path: '/faq' }];
  const search = { path: '/api/catalog/fynbos/product/_search', body: { size: 10 } };
  const asking = askOn(origin, [...pages, search, { path: '/api/cart/create', body: {} }]);
  for (const process of [...apis, ...storefronts]) await process.restart();
  const { answered, failed } = await asking.stop();
  return {
    what: 'each of the four restarted under load',
    ours: `${failed.length} failed of ${count(answered + failed.length)}`,
    aim: '0',
    note: failed.slice(0, 3).join('; '),
  };
}

/** Browse 80, search 15, cart 4, order 1: as much as there can be, then 70 % of that for long. */
async function mixed(shop: Processes, port: number, db: Db): Promise<Figure[]> {
  const range = await rangeOf(port);
  await seeEveryPage(range);
  await loadFully(range, seconds * 2);
  const peak = await loadFully(range, seconds * 4);
  const shoppersASecond = (0.7 * peak.things) / peak.took;
  const memory = new Map<number, number[]>();
  const before = await countOrders(db);
  const went = await loadSteadily(range, shoppersASecond, held, (second) => {
    if (second % 60 === 0) memory.set(second / 60, memoryOf(shop));
  });
  const made = (await countOrders(db)) - before;
  const { p50, p99 } = summed(went);
  const [early, late] = [memory.get(Math.min(2, memory.size - 1))!, memoryOf(shop)];
  const growth = late.map((bytes, at) => bytes / early[at]! - 1);
  return [
    {
      what: 'mixed shoppers (browse 80, search 15, cart 4, order 1), as many as there can be',
      ours: `${count(peak.times.length / peak.took)} requests/s, p99 ${summed(peak).p99.toFixed(0)} ms`,
      aim: '',
      note: `${peak.failed.length} failed; the load comes from the same two cores. ${peak.failed.slice(0, 2).join('; ')}`,
    },
    {
      what: `70 % of that for ${Math.round(held / 60)} minutes`,
      ours: `${count(went.times.length / went.took)} requests/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${went.failed.length} failed`,
      aim: 'p99 < 250 ms, none failed',
      note: `${made} orders, as many as were answered (${went.orders}). ${went.failed.slice(0, 2).join('; ')}`,
    },
    {
      what: 'memory at the end, beside minute two',
      ours: growth.map((share) => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(0)} %`).join(', '),
      aim: '≤ +10 % each',
      note: `two APIs, two storefronts; ${late.map((bytes) => Math.round(bytes / 2 ** 20)).join(', ')} MB`,
    },
  ];
}

async function countOrders(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('sales_order')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Bytes of each process of the shop, as the machine counts them. */
function memoryOf({ apis, storefronts }: Processes): number[] {
  return [...apis, ...storefronts].map(({ pid }) => (residentMb(pid) ?? Number.NaN) * 2 ** 20);
}

const count = (number: number) => Math.round(number).toLocaleString('en');

if (import.meta.main) console.table((await run()).rows);
