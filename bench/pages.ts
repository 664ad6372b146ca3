import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildStorefront } from '../build.ts';
import { askOnce, find } from './ask-once.ts';
import { type Child, startChild } from './child.ts';
import type { Bench, Figure } from './figure.ts';
import { writeFamily } from './generated.ts';
import { type Ask, bytesOf, inRotation } from './load.ts';
import { micro, ms, rate, sideBySide } from './side-by-side.ts';

const catalogue = fileURLToPath(new URL('../catalogue/demo/', import.meta.url));
const fullPage = 50;
const variants = 200;

/** Pages a second: rendered for each request, and from the document cache; each beside the least it could cost. */
export async function run(): Promise<Bench> {
  await buildStorefront();
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  // The embedded database does not run as root, and must be able to enter.
  await chmod(folder, 0o755);
  try {
    const rows = [await rendered(folder), await kept(folder), await manyVariants(folder)];
    return { title: 'Pages a second', rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A category page of fifty products made for each request, beside React rendering the same tree and nothing else. */
async function rendered(folder: string): Promise<Figure> {
  return withShop({ folder: join(folder, 'rendered'), cache: false }, async (shop, page) => {
    const floor = await startChild('tree-server.ts', { shop: shop.port, path: page.path });
    const aim = { what: 'category page of 50 products, rendered for each request', share: 0.35 };
    return figure(aim, shop, floor, page).finally(floor.stop);
  });
}

/** The same page from the document cache, beside bare Node saying the same bytes. */
async function kept(folder: string): Promise<Figure> {
  return withShop({ folder: join(folder, 'kept'), cache: true }, async (shop, page) => {
    await askOnce(shop.port, page);
    const answers = join(folder, 'answers.json');
    await writeFile(answers, JSON.stringify([await askOnce(shop.port, page)]));
    const floor = await startChild('floor-server.ts', { answers });
    return figure({ what: 'the same page from the document cache', share: 0.7 }, shop, floor, page).finally(
      floor.stop,
    );
  });
}

/** A made-up product of 200 variants, its page made for each request, beside React rendering the same tree. */
async function manyVariants(folder: string): Promise<Figure> {
  const made = join(folder, 'variants');
  const urlPath = await writeFamily(made, variants);
  const task = { folder: join(folder, 'many'), cache: false, catalogue: made };
  return withShop(
    task,
    async (shop, page) => {
      const floor = await startChild('tree-server.ts', { shop: shop.port, path: page.path });
      const bytes = await sizeOf(shop.port, page.path);
      const what = `product page of ${variants} variants (${bytes}), rendered for each request`;
      return figure({ what, share: 0.15 }, shop, floor, page).finally(floor.stop);
    },
    async () => urlPath,
  );
}

/** What the page weighs: as it is, and as it travels. */
async function sizeOf(port: number, path: string): Promise<string> {
  const html = Buffer.from(await (await fetch(`http://127.0.0.1:${port}${path}`)).arrayBuffer());
  return `${Math.round(html.length / 1000)} kB of HTML, ${Math.round(gzipSync(html).length / 1000)} kB as gzip`;
}

async function withShop(
  task: { folder: string; cache: boolean; catalogue?: string },
  measure: (shop: Child, page: Ask) => Promise<Figure>,
  findPath = fullCategory,
): Promise<Figure> {
  const shop = await startChild('page-server.ts', { catalogue, ...task });
  try {
    return await measure(shop, { method: 'GET', path: `/${await findPath(shop.port)}` });
  } finally {
    await shop.stop();
  }
}

/** The address of a category that fills its page. */
async function fullCategory(port: number): Promise<string> {
  const { items } = await find<{ url_path: string }>(port, 'category', {
    filters: { product_count: { gte: fullPage }, level: { gt: 1 } },
    sort: [{ field: 'position', direction: 'asc' }],
    size: 1,
  });
  if (!items[0]) throw new Error(`no category has ${fullPage} products`);
  return items[0].url_path;
}

async function figure(
  { what, share }: { what: string; share: number },
  shop: Child,
  floorServer: Child,
  page: Ask,
): Promise<Figure> {
  const [ours, floor] = await sideBySide(shop, floorServer, inRotation([bytesOf(page)]));
  const part = (ours.perSecond / floor.perSecond).toFixed(2);
  return {
    what: `${what} (${page.path})`,
    ours: `${rate(ours)} = ${part} of the floor (${rate(floor)}); p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    aim: `≥ ${share.toFixed(2)} of the floor`,
    note: `CPU ${micro(ours.cpu)} a page, floor ${micro(floor.cpu)}`,
  };
}
