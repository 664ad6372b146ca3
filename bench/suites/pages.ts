import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildStorefront } from '../../scripts/build.ts';
import { writeFamily } from '../lib/catalogue/generated-catalogue.ts';
import { fullCategories, simpleProduct } from '../lib/catalogue/page-paths.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { bytesOf, inRotation, type LoadRequest } from '../lib/requests/load-generator.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { micro, ms, rate, sideBySide } from '../lib/traffic/comparison.ts';
import { fetchOnce } from '../lib/traffic/recorded-request.ts';

const catalogue = fileURLToPath(new URL('../../catalogue/demo/', import.meta.url));
const fullPage = 50;
const variants = 200;

/** Pages per second: rendered for each request, and from the page cache; each beside its floor. */
export async function run(): Promise<Bench> {
  await buildStorefront();
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  // The embedded database does not run as root and needs access to the folder.
  await chmod(folder, 0o755);
  try {
    const rows = [...(await rendered(folder)), ...(await cached(folder)), await manyVariants(folder)];
    return { title: 'Pages per second', rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The pages of most visits, rendered for each request. The floor is React rendering the same tree and
 * nothing else.
 */
function rendered(folder: string): Promise<Measurement[]> {
  return withShop({ folder: join(folder, 'rendered'), cache: false }, async (shop) => {
    const [category] = await fullCategories(shop.port, fullPage);
    const pages = [
      [`category page of ${fullPage} products`, category!],
      ['home page', ''],
      ['product page', await simpleProduct(shop.port)],
      ['search page', 'search?q=tea'],
    ] as const;
    const rows: Measurement[] = [];
    for (const [name, path] of pages) {
      const row = { label: `${name}, rendered for each request`, share: 0.35 };
      rows.push(await measureRendered(row, shop, `/${path}`));
    }
    return rows;
  });
}

async function measureRendered(row: Row, shop: Child, path: string): Promise<Measurement> {
  const floor = await startChild('react-render-server.ts', { shop: shop.port, path });
  return measurePages(row, shop, floor, [path]).finally(floor.stop);
}

/** Category pages from the page cache. The floor is plain Node sending the same bytes. */
function cached(folder: string): Promise<Measurement[]> {
  return withShop({ folder: join(folder, 'cached'), cache: true }, async (shop) => {
    const paths = (await fullCategories(shop.port, fullPage)).map((path) => `/${path}`);
    const recordingFile = join(folder, 'responses.json');
    const rows: Measurement[] = [];
    for (const [name, requested] of [
      ['a category page', paths.slice(0, 1)],
      [`${paths.length} category pages in rotation`, paths],
    ] as const) {
      const pages = requested.map((path): LoadRequest => ({ method: 'GET', path }));
      for (const page of pages) await fetchOnce(shop.port, page);
      const responses = [];
      for (const page of pages) responses.push(await fetchOnce(shop.port, page));
      await writeFile(recordingFile, JSON.stringify(responses));
      const floor = await startChild('baseline-server.ts', { recordingFile });
      const row = { label: `${name} from the page cache`, share: 0.7 };
      rows.push(await measurePages(row, shop, floor, requested).finally(floor.stop));
    }
    return rows;
  });
}

/**
 * The page of a generated product with 200 variants, rendered for each request. The floor is React
 * rendering the same tree.
 */
async function manyVariants(folder: string): Promise<Measurement> {
  const made = join(folder, 'variants');
  const urlPath = await writeFamily(made, variants);
  const task = { folder: join(folder, 'many'), cache: false, catalogue: made };
  return withShop(task, async (shop) => {
    const bytes = await sizeOf(shop.port, `/${urlPath}`);
    const label = `product page of ${variants} variants (${bytes}), rendered for each request`;
    return measureRendered({ label, share: 0.15 }, shop, `/${urlPath}`);
  });
}

/** Size of the page, plain and compressed. */
async function sizeOf(port: number, path: string): Promise<string> {
  const html = Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer());
  return `${Math.round(html.length / 1000)} kB of HTML, ${Math.round(gzipSync(html).length / 1000)} kB as gzip`;
}

async function withShop<Result>(
  task: { folder: string; cache: boolean; catalogue?: string },
  measure: (shop: Child) => Promise<Result>,
): Promise<Result> {
  const shop = await startChild('page-server.ts', { catalogue, ...task });
  try {
    return await measure(shop);
  } finally {
    await shop.stop();
  }
}

interface Row {
  label: string;
  /** The part of the floor that the shop should reach. */
  share: number;
}

async function measurePages(
  { label, share }: Row,
  shop: Child,
  floorServer: Child,
  paths: readonly string[],
): Promise<Measurement> {
  const requests = paths.map((path) => bytesOf({ method: 'GET', path }));
  const [measured, floor] = await sideBySide(shop, floorServer, inRotation(requests));
  const part = (measured.perSecond / floor.perSecond).toFixed(2);
  return {
    label: paths.length > 1 ? label : `${label} (${paths[0]})`,
    result: `${rate(measured)} = ${part} of the floor (${rate(floor)}); p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`,
    aim: `≥ ${share.toFixed(2)} of the floor`,
    note: `CPU ${micro(measured.cpu)} per page, floor ${micro(floor.cpu)}`,
  };
}
