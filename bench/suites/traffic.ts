import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { announceChange } from '@fynbos/api/catalogue/documents/catalogue-events.ts';
import type { Db } from '@fynbos/api/db.ts';
import { freePort } from '@fynbos/test-kit/network/free-port.ts';
import { residentMb } from '@fynbos/test-kit/processes/process-memory.ts';
import { ended, type Processes, startNginx } from '@fynbos/test-kit/processes/shop-cluster.ts';
import { startContinuousLoad } from '@fynbos/test-kit/traffic/continuous-requests.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { bytesOf, inRotation, type LoadRequest, load, summed } from '../lib/requests/load-generator.ts';
import { startChild } from '../lib/servers/child-server.ts';
import { withSeveral } from '../lib/traffic/multi-process-shop.ts';
import { fetchOnce, find } from '../lib/traffic/recorded-request.ts';
import { scenarios } from '../lib/traffic/request-scenarios.ts';
import { loadFully, loadSteadily, rangeOf, seeEveryPage } from '../lib/traffic/shopper-traffic.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 4);
/** Duration of the mixed load, in seconds. */
const held = Number(process.env.TRAFFIC_SECONDS ?? 600);
const title = 'Load test: two APIs and two storefronts behind nginx, one PostgreSQL, one Redis';

/** Load that several processes handle, measured through the proxy. */
export function run(): Promise<Bench> {
  return withSeveral(title, async ({ shop, port, db, folder }) => [
    await cachedPage(port, folder),
    await lists(port),
    await changed(shop, db),
    await restarted(shop),
    ...(await mixed(shop, port, db)),
  ]);
}

/** A cached category page, in turns with plain Node behind the same proxy sending the same bytes. */
async function cachedPage(port: number, folder: string): Promise<Measurement> {
  const request: LoadRequest = { method: 'GET', path: await largestCategory(port) };
  await load(port, () => bytesOf(request), seconds / 2);
  const recorded = await fetchOnce(port, request);
  const recordingFile = join(folder, 'heard.json');
  await writeFile(recordingFile, JSON.stringify([recorded]));
  const floors = [
    await startChild('baseline-server.ts', { recordingFile }),
    await startChild('baseline-server.ts', { recordingFile }),
  ];
  const floorFolder = join(folder, 'floor');
  await mkdir(floorFolder);
  const bare = { outside: await freePort(), inside: await freePort() };
  const ports = floors.map((floor) => floor.port);
  const proxy = await startNginx(floorFolder, { ...bare, apis: ports, storefronts: ports });
  const [shopResult, floorResult] = await inTurns([port, bare.outside], () => bytesOf(request));
  // The nginx master ends its workers only after SIGTERM.
  await ended(proxy, 'SIGTERM');
  for (const floor of floors) await floor.stop();
  return {
    label: `a cached category page, ${Math.round(Buffer.from(recorded.body, 'base64').length / 1024)} kB compressed`,
    result: `${count(shopResult!.perSecond)}/s = ${(shopResult!.perSecond / floorResult!.perSecond).toFixed(2)} of bare Node behind the same nginx (${count(floorResult!.perSecond)}/s); p99 ${shopResult!.p99.toFixed(1)} ms`,
    aim: '≥ 0.70',
  };
}

/** Alternating slices, so that other load on the machine affects both alike. */
async function inTurns(ports: readonly number[], next: () => Buffer) {
  const all = ports.map((port) => ({ port, times: [] as number[], took: 0 }));
  for (const { port } of all) await load(port, next, seconds / 4);
  for (let slice = 0; slice < 4; slice++) {
    for (const target of all) {
      const { times, took } = await load(target.port, next, seconds / 2);
      for (const time of times) target.times.push(time);
      target.took += took;
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

async function lists(port: number): Promise<Measurement> {
  const [list] = await scenarios(port);
  const all = Array.from({ length: list!.distinct! }, (_, at) => bytesOf(list!.requestAt(at)));
  await load(port, inRotation(all), seconds / 2);
  const { perSecond, p99 } = summed(await load(port, inRotation(all), seconds * 2));
  return {
    label: 'a list of 50 products with facets',
    result: `${count(perSecond)}/s, p99 ${p99.toFixed(1)} ms`,
    aim: '≥ 3,000/s',
    note: `${all.length} queries in rotation`,
  };
}

const changes = 20;

/**
 * From the commit of a changed price until every process shows it: both APIs, and a cached page of both
 * storefronts.
 */
async function changed({ apis, storefronts }: Processes, db: Db): Promise<Measurement> {
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
    await Promise.all(apis.map(({ port }) => waitUntil(async () => (await priceAt(port)) !== before)));
    const now = await priceAt(apis[0]!.port);
    await Promise.all(storefronts.map(({ origin }) => waitUntil(() => shows(origin, now))));
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  return {
    label: 'a changed price, until shown by both APIs and both storefronts',
    result: `p50 ${times[changes / 2]!.toFixed(0)} ms, slowest ${times.at(-1)!.toFixed(0)} ms`,
    aim: '< 1,000 ms',
    note: `${changes} changes`,
  };
}

async function waitUntil(is: () => Promise<boolean>): Promise<void> {
  for (const begin = performance.now(); !(await is()); ) {
    if (performance.now() - begin > 20_000) throw new Error('the changed price does not appear');
  }
}

async function restarted({ origin, apis, storefronts }: Processes): Promise<Measurement> {
  const pages = [{ path: '/' }, { path: '/faq' }];
  const search = { path: '/api/catalog/fynbos/product/_search', body: { size: 10 } };
  const backgroundLoad = startContinuousLoad(origin, [
    ...pages,
    search,
    { path: '/api/cart/create', body: {} },
  ]);
  for (const process of [...apis, ...storefronts]) await process.restart();
  const { completed, failed } = await backgroundLoad.stop();
  return {
    label: 'each of the four restarted under load',
    result: `${failed.length} failed of ${count(completed + failed.length)}`,
    aim: '0',
    note: failed.slice(0, 3).join('; '),
  };
}

/** Browse 80, search 15, cart 4, order 1: first at the maximum rate, then at 70 % of it for a long time. */
async function mixed(shop: Processes, port: number, db: Db): Promise<Measurement[]> {
  const range = await rangeOf(port);
  await seeEveryPage(range);
  await loadFully(range, seconds * 2);
  const peak = await loadFully(range, seconds * 4);
  const shoppersASecond = (0.7 * peak.actions) / peak.took;
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
      label: 'mixed shoppers (browse 80, search 15, cart 4, order 1), maximum rate',
      result: `${count(peak.times.length / peak.took)} requests/s, p99 ${summed(peak).p99.toFixed(0)} ms`,
      aim: '',
      note: `${peak.failed.length} failed; load generated on the same two cores. ${peak.failed.slice(0, 2).join('; ')}`,
    },
    {
      label: `70 % of that for ${Math.round(held / 60)} minutes`,
      result: `${count(went.times.length / went.took)} requests/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, ${went.failed.length} failed`,
      aim: 'p99 < 250 ms, none failed',
      note: `${made} orders, equal to the confirmed orders (${went.orders}). ${went.failed.slice(0, 2).join('; ')}`,
    },
    {
      label: 'memory at the end, compared with minute two',
      result: growth.map((share) => `${share >= 0 ? '+' : ''}${(share * 100).toFixed(0)} %`).join(', '),
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

/** Resident memory of each shop process, in bytes. */
function memoryOf({ apis, storefronts }: Processes): number[] {
  return [...apis, ...storefronts].map(({ pid }) => (residentMb(pid) ?? Number.NaN) * 2 ** 20);
}

const count = (number: number) => Math.round(number).toLocaleString('en');

if (import.meta.main) console.table((await run()).rows);
