import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildStorefront } from '../../scripts/build.ts';
import { writeFamily } from '../lib/catalogue/generated-catalogue.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { bytesOf, inRotation, type LoadRequest } from '../lib/requests/load-generator.ts';
import { type Child, startChild } from '../lib/servers/child-server.ts';
import { micro, ms, rate, sideBySide } from '../lib/traffic/comparison.ts';
import { fetchOnce, find } from '../lib/traffic/recorded-request.ts';

const catalogue = fileURLToPath(new URL('../../catalogue/demo/', import.meta.url));
const fullPage = 50;
const variants = 200;

/** Pages per second: rendered for each request, and from the document cache; each beside its floor. */
export async function run(): Promise<Bench> {
  await buildStorefront();
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  // The embedded database does not run as root and needs access to the folder.
  await chmod(folder, 0o755);
  try {
    const rows = [await rendered(folder), await cached(folder), await manyVariants(folder)];
    return { title: 'Pages per second', rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A category page of fifty products, rendered for each request. The floor is React rendering the same tree
 * and nothing else.
 */
async function rendered(folder: string): Promise<Measurement> {
  return withShop({ folder: join(folder, 'rendered'), cache: false }, async (shop, page) => {
    const floor = await startChild('react-render-server.ts', { shop: shop.port, path: page.path });
    const aim = { label: 'category page of 50 products, rendered for each request', share: 0.35 };
    return measurePage(aim, shop, floor, page).finally(floor.stop);
  });
}

/** The same page from the document cache. The floor is plain Node sending the same bytes. */
async function cached(folder: string): Promise<Measurement> {
  return withShop({ folder: join(folder, 'kept'), cache: true }, async (shop, page) => {
    await fetchOnce(shop.port, page);
    const recordingFile = join(folder, 'answers.json');
    await writeFile(recordingFile, JSON.stringify([await fetchOnce(shop.port, page)]));
    const floor = await startChild('baseline-server.ts', { recordingFile });
    return measurePage(
      { label: 'the same page from the document cache', share: 0.7 },
      shop,
      floor,
      page,
    ).finally(floor.stop);
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
  return withShop(
    task,
    async (shop, page) => {
      const floor = await startChild('react-render-server.ts', { shop: shop.port, path: page.path });
      const bytes = await sizeOf(shop.port, page.path);
      const label = `product page of ${variants} variants (${bytes}), rendered for each request`;
      return measurePage({ label, share: 0.15 }, shop, floor, page).finally(floor.stop);
    },
    async () => urlPath,
  );
}

/** Size of the page, plain and compressed. */
async function sizeOf(port: number, path: string): Promise<string> {
  const html = Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer());
  return `${Math.round(html.length / 1000)} kB of HTML, ${Math.round(gzipSync(html).length / 1000)} kB as gzip`;
}

async function withShop(
  task: { folder: string; cache: boolean; catalogue?: string },
  measure: (shop: Child, page: LoadRequest) => Promise<Measurement>,
  findPath = fullCategory,
): Promise<Measurement> {
  const shop = await startChild('page-server.ts', { catalogue, ...task });
  try {
    return await measure(shop, { method: 'GET', path: `/${await findPath(shop.port)}` });
  } finally {
    await shop.stop();
  }
}

/** The path of a category that fills its page. */
async function fullCategory(port: number): Promise<string> {
  const { items } = await find<{ url_path: string }>(port, 'category', {
    filters: { product_count: { gte: fullPage }, level: { gt: 1 } },
    sort: [{ field: 'position', direction: 'asc' }],
    size: 1,
  });
  if (!items[0]) throw new Error(`no category has ${fullPage} products`);
  return items[0].url_path;
}

async function measurePage(
  { label, share }: { label: string; share: number },
  shop: Child,
  floorServer: Child,
  page: LoadRequest,
): Promise<Measurement> {
  const [measured, floor] = await sideBySide(shop, floorServer, inRotation([bytesOf(page)]));
  const part = (measured.perSecond / floor.perSecond).toFixed(2);
  return {
    label: `${label} (${page.path})`,
    result: `${rate(measured)} = ${part} of the floor (${rate(floor)}); p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`,
    aim: `≥ ${share.toFixed(2)} of the floor`,
    note: `CPU ${micro(measured.cpu)} per page, floor ${micro(floor.cpu)}`,
  };
}
