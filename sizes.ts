import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { locales } from '@fynbos/core/shop.ts';
import { buildStorefront } from './build.ts';

/** JavaScript that a page may fetch before the first interaction, in bytes as gzip sends it, its language included. */
const limit = 140_000;

/** The pages that are held to it, each with the modules of its routes, from the outside in. */
const shell = ['root.tsx', 'shell/default-layout.tsx', 'shell/page-boundary.tsx'];
const pages = {
  home: [...shell, 'home-page.tsx'],
  // At an address of their own, and at the technical one (spec D30).
  category: [...shell, 'catalogue/dispatcher-page.tsx', 'catalogue/category-view.tsx'],
  product: [...shell, 'catalogue/dispatcher-page.tsx', 'catalogue/product-view.tsx'],
  '/c/…': [...shell, 'catalogue/category-page.tsx'],
  '/p/…': [...shell, 'catalogue/product-page.tsx'],
  brand: [...shell, 'catalogue/brand-page.tsx'],
  search: [...shell, 'search/search-page.tsx'],
};

/**
 * Products of which more is chosen, with all that their pages fetch late besides: what the server wrote can
 * be read, and sent as a form, before it is there.
 */
const choosing = {
  variants: [...pages.product, 'catalogue/variant-choice.tsx'],
  'bundle, options': [...pages.product, 'catalogue/product-choices.tsx'],
};
const limitOfChoosing = limit + 12_000;

/** The ways in and the customer's own pages, with all that is fetched before they can be used. */
const personal = {
  login: [...shell, 'accounts/login-page.tsx', 'accounts/account-shell.tsx'],
  'my account': [
    ...shell,
    'accounts/account-page.tsx',
    'accounts/overview-view.tsx',
    'accounts/account-shell.tsx',
  ],
  addresses: [
    ...shell,
    'accounts/account-page.tsx',
    'accounts/addresses-view.tsx',
    'accounts/account-shell.tsx',
  ],
};
const limitOfPersonal = limit + 33_100;

/** The checkout, with the cart and all that a guest fetches up to the first step, and then up to the order. */
const quiet = ['root.tsx', 'shell/quiet-layout.tsx', 'shell/page-boundary.tsx'];
const entered = [
  ...quiet,
  'checkout/checkout-page.tsx',
  'checkout/later-steps.tsx',
  'checkout/order-summary.tsx',
  'cart/open-cart.ts',
  'cart/cart-shell.tsx',
];
const paying = {
  checkout: entered,
  'checkout, all': [
    ...entered,
    'checkout/shipping-step.tsx',
    'checkout/town-list.tsx',
    'checkout/fill-place.ts',
    'checkout/payment-step.tsx',
    'checkout/review-step.tsx',
    'checkout/thank-you.tsx',
  ],
};
const limitOfPaying = { checkout: limit + 69_200, 'checkout, all': limit + 86_300 };

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Chunks = Record<string, Chunk>;

interface Weight {
  files: number;
  raw: number;
  gzip: number;
  brotli: number;
}

const client = join(import.meta.dirname, 'storefront/build/client');

/** Weighs every page in its heaviest language. @returns the lines of the table, and the pages above the limit */
async function weighPages(): Promise<{ lines: string[]; above: string[] }> {
  const chunks = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Chunks;
  const weigh = await scales();
  const routeTable = (await readdir(join(client, 'assets'))).find((name) => /^manifest-.*\.js$/.test(name));
  const heaviest = (part: string): string =>
    locales
      .map((locale) => chunkOf(chunks, `virtual:messages/${part}/${locale}`).file)
      .reduce((one, other) => (weigh([one]).gzip > weigh([other]).gzip ? one : other));
  const lines = ['page              files     raw    gzip  brotli'];
  const above: string[] = [];
  for (const [page, modules] of Object.entries({ ...pages, ...choosing, ...personal, ...paying })) {
    const most = limitOf(page);
    const entries = ['entry.client.tsx', ...modules].map((module) => chunkOf(chunks, `app/${module}`));
    const files = new Set([...entries.flatMap((entry) => filesOf(entry, chunks))]);
    for (const part of partsIn(files, chunks)) files.add(heaviest(part));
    if (routeTable) files.add(`assets/${routeTable}`);
    const weight = weigh([...files]);
    const { raw, gzip, brotli } = weight;
    lines.push(
      page.padEnd(15) + [files.size, raw, gzip, brotli].map((size) => String(size).padStart(8)).join(''),
    );
    if (gzip > most) above.push(`${page} is ${gzip - most} bytes above ${most}`);
  }
  return { lines, above };
}

function limitOf(page: string): number {
  if (page in paying) return limitOfPaying[page as keyof typeof paying];
  if (page in pages) return limit;
  return page in choosing ? limitOfChoosing : limitOfPersonal;
}

/** The parts of the messages that these files wait for. */
function partsIn(files: ReadonlySet<string>, chunks: Chunks): Set<string> {
  const named = Object.values(chunks)
    .filter((chunk) => files.has(chunk.file))
    .flatMap((chunk) => chunk.dynamicImports ?? [])
    .flatMap((module) => /virtual:messages\/(\w+)\//.exec(module)?.[1] ?? []);
  return new Set(named);
}

/** A chunk by the module it was made for; a route's module may carry a query. */
function chunkOf(chunks: Chunks, module: string): Chunk {
  const key = Object.keys(chunks).find((source) => source.split('?')[0]!.endsWith(module));
  if (!key) throw new Error(`The build has no chunk of ${module}.`);
  return chunks[key]!;
}

/** The file of a chunk and of everything it needs before it runs. */
function filesOf(chunk: Chunk, chunks: Chunks, seen = new Set<string>()): string[] {
  if (seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  for (const name of chunk.imports ?? []) filesOf(chunks[name]!, chunks, seen);
  return [...seen];
}

/** Weighs files as they are sent: each packed for itself, at the levels the build packs them with. */
async function scales(): Promise<(files: string[]) => Weight> {
  const names = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.js'));
  const weights = new Map<string, Weight>();
  for (const name of names) {
    const text = await readFile(join(client, 'assets', name));
    const packed = { gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length };
    weights.set(`assets/${name}`, { files: 1, raw: text.length, ...packed });
  }
  const nothing = { files: 0, raw: 0, gzip: 0, brotli: 0 };
  return (files) =>
    files
      .map((file) => weights.get(file) ?? nothing)
      .reduce(
        (sum, one) => ({
          files: sum.files + one.files,
          raw: sum.raw + one.raw,
          gzip: sum.gzip + one.gzip,
          brotli: sum.brotli + one.brotli,
        }),
        nothing,
      );
}

await buildStorefront();
const { lines, above } = await weighPages();
console.log(lines.join('\n'));
for (const sentence of above) console.log(`JavaScript of ${sentence}.`);
if (above.length > 0) process.exitCode = 1;
