import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@fynbos/test-kit/processes/temporary-folder.ts';
import { buildStorefront } from '../../scripts/build.ts';
import { fullCategories, simpleProduct } from '../lib/catalogue/page-paths.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { sendTimed, type TimedResponse } from '../lib/requests/timed-request.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { startCartWrites } from '../lib/traffic/cart-writes.ts';

const catalogue = fileURLToPath(new URL('../../catalogue/demo/', import.meta.url));
const sizes = [16, 64, 128, 512];

/** What the caches hold. In the last case each shopper searches for something else, which no cache has. */
type Caches = 'cold' | 'warm' | 'warm, own searches';

/**
 * A spike in traffic: every shopper opens six pages one after the other, all in the same moment, with default
 * settings. Meanwhile one shopper adds to a cart. Load generator and shop share the machine's cores.
 */
export async function run(): Promise<Bench> {
  await buildStorefront();
  const rows: Measurement[] = [];
  for (const shoppers of sizes) rows.push(...(await measureSpike(shoppers)));
  return { title: 'Many shoppers who open the shop in the same moment', rows };
}

/** A new shop with empty caches, the visitors, the same visitors again, and visitors who search. */
async function measureSpike(shoppers: number): Promise<Measurement[]> {
  const { folder, remove } = await temporaryFolder();
  const shop = await startChild('page-server.ts', { folder, catalogue, cache: true, timeoutScale: 1 });
  try {
    const pages = await visitedPages(shop);
    const rows: Measurement[] = [];
    for (const caches of ['cold', 'warm', 'warm, own searches'] as const)
      rows.push(await measureVisit(shop, { shoppers, caches, pages }));
    return rows;
  } finally {
    await shop.stop();
    await remove();
  }
}

const searchPage = '/search?q=tea';

async function visitedPages({ port }: Child): Promise<string[]> {
  const [category] = await fullCategories(port, 50);
  return ['/', `/${category}`, `/${await simpleProduct(port)}`, searchPage, '/faq', '/cart'];
}

async function measureVisit(
  { port }: Child,
  { shoppers, caches, pages }: { shoppers: number; caches: Caches; pages: readonly string[] },
): Promise<Measurement> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const endCartWrites = startCartWrites(port);
  const walks = Array.from({ length: shoppers }, async (_, shopper) => {
    const responses: TimedResponse[] = [];
    for (const page of pages) {
      const isOwn = page === searchPage && caches === 'warm, own searches';
      const path = isOwn ? `${page}%20${shopper}` : page;
      responses.push(await sendTimed(port, { path, agent }));
    }
    return responses;
  });
  const responses = (await Promise.all(walks)).flat();
  const cartResponses = await endCartWrites();
  agent.destroy();
  const failed = [...responses, ...cartResponses].filter(({ status }) => status !== 200);
  return {
    label: `${shoppers} shoppers, ${caches} caches`,
    result: `${failed.length} of ${responses.length} answers not 200; pages p50 ${percentile(responses, 0.5)} ms, p99 ${percentile(responses, 0.99)} ms; cart p99 ${percentile(cartResponses, 0.99)} ms`,
    aim: `0${shoppers === 128 ? `, p99 < ${caches === 'cold' ? '4,000' : '1,000'} ms` : ''}, cart < 500 ms`,
    note: [...new Set(failed.map(({ status, path }) => `${status} ${path.split('?')[0]}`))].join(', '),
  };
}

function percentile(responses: readonly TimedResponse[], share: number): string {
  const sorted = responses.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0,
  ).toLocaleString('en');
}

if (import.meta.main) console.table((await run()).rows);
