import { glob, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { locales } from '@fynbos/core/shop.ts';
import { buildStorefront } from './build.ts';

/**
 * Limit for the JavaScript a page may load before the first interaction, in gzip bytes, including its
 * language.
 */
const limit = 140_000;

/** Pages with this limit, each with the modules of its routes from the outermost to the innermost. */
const shell = ['root.tsx', 'shell/default-layout.tsx', 'shell/page-boundary.tsx'];
const pages = {
  home: [...shell, 'shell/pages/home-page.tsx'],
  // With a clean path, and with the technical path (spec D30).
  category: [...shell, 'shell/pages/dispatcher-page.tsx', 'listing/components/category-view.tsx'],
  product: [...shell, 'shell/pages/dispatcher-page.tsx', 'product/components/product-view.tsx'],
  '/c/…': [...shell, 'listing/category-page.tsx'],
  '/p/…': [...shell, 'product/product-page.tsx'],
  brand: [...shell, 'listing/brand-page.tsx'],
  search: [...shell, 'search/search-page.tsx'],
};

/**
 * Product pages with choices, including the code they load late. The server-rendered page can be read and
 * submitted as a form before that.
 */
const choosing = {
  variants: [...pages.product, 'product/components/variant-choice.lazy.tsx'],
  'bundle, options': [...pages.product, 'product/components/product-choices.lazy.tsx'],
};
const limitOfChoosing = limit + 12_500;

/** Login and account pages, including all code needed before they can be used. */
const personal = {
  login: [...shell, 'accounts/login-page.tsx', 'accounts/components/account-shell.lazy.tsx'],
  'my account': [
    ...shell,
    'shell/pages/account-page.tsx',
    'accounts/components/overview-view.lazy.tsx',
    'accounts/components/account-shell.lazy.tsx',
  ],
  addresses: [
    ...shell,
    'shell/pages/account-page.tsx',
    'accounts/components/addresses/addresses-view.lazy.tsx',
    'accounts/components/account-shell.lazy.tsx',
  ],
};
const limitOfPersonal = limit + 25_600;

/** The checkout with the cart: the code a guest loads for the first step, and then for all steps. */
const quiet = ['root.tsx', 'shell/checkout-layout.tsx', 'shell/page-boundary.tsx'];
const entered = [
  ...quiet,
  'checkout/checkout-page.tsx',
  'checkout/components/checkout-steps.lazy.tsx',
  'checkout/components/order-summary.lazy.tsx',
  'cart/state/current-cart.ts',
  'cart/components/cart-shell.lazy.tsx',
];
const paying = {
  checkout: entered,
  'checkout, all': [
    ...entered,
    'checkout/components/shipping-step.lazy.tsx',
    'checkout/components/review-step.lazy.tsx',
    'checkout/components/thank-you.lazy.tsx',
  ],
};
const limitOfPaying = { checkout: limit + 67_000, 'checkout, all': limit + 82_800 };

/**
 * Scripts that the first interaction with a page may add, messages included, and those that a page at rest
 * adds without one. On a phone each file costs a round trip.
 */
const maxTouchFiles = 6;
const touchedPages = {
  ...pages,
  cart: [...shell, 'cart/cart-page.tsx', 'cart/components/cart-view.lazy.tsx'],
};
/** Loaded for a sold-out product only, which has no button for the cart. */
const forSoldOut = 'product/components/stock-notification.lazy.tsx';
/** Imported then by other means than `hydrateOnInteraction`. */
const atTouch = [
  'shell/deferred-parts.lazy.ts',
  'shell/background-parts.lazy.tsx',
  'cart/state/current-cart.ts',
  'cart/components/cart-shell.lazy.tsx',
  'cart/components/mini-cart/mini-cart.lazy.tsx',
  'cart/components/product-card-stepper.lazy.tsx',
  'cart/state/prefetch-methods.lazy.ts',
  'offline-catalog/components/refresh-offline-catalog.lazy.ts',
];
/** All scripts of the checkout, from the first file to the order. */
const maxPayingFiles = 20;
const allOfPaying = [
  ...paying['checkout, all'],
  'shell/network/network-status.lazy.tsx',
  'shell/deferred-parts.lazy.ts',
  'shell/background-parts.lazy.tsx',
  'cart/state/prefetch-methods.lazy.ts',
  'checkout/components/order-notifier.lazy.tsx',
  'checkout/state/start-payment.lazy.ts',
];

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

const app = join(import.meta.dirname, '../storefront/app');
const client = join(import.meta.dirname, '../storefront/build/client');

/** Lines of a table, and a sentence for each entry above its limit. */
interface Finding {
  lines: string[];
  above: string[];
}

/** Measures every page in its largest language. */
async function weighPages(chunks: Chunks): Promise<Finding> {
  const weigh = await scales();
  const routeTable = (await readdir(join(client, 'assets'))).find((name) => /^manifest-.*\.js$/.test(name));
  const heaviest = (part: string): string =>
    locales
      .map((locale) => chunkOf(chunks, `virtual:messages/${part}/${locale}`).file)
      .reduce((a, b) => (weigh([a]).gzip > weigh([b]).gzip ? a : b));
  const lines = ['page              files     raw    gzip  brotli'];
  const above: string[] = [];
  for (const [page, modules] of Object.entries({ ...pages, ...choosing, ...personal, ...paying })) {
    const maxBytes = limitOf(page);
    const entries = ['entry.client.tsx', ...modules].map((module) => chunkOf(chunks, `app/${module}`));
    const files = new Set(entries.flatMap((entry) => filesOf(entry, chunks)));
    for (const part of partsIn(files, chunks)) files.add(heaviest(part));
    if (routeTable) files.add(`assets/${routeTable}`);
    const weight = weigh([...files]);
    const { raw, gzip, brotli } = weight;
    lines.push(
      page.padEnd(15) + [files.size, raw, gzip, brotli].map((size) => String(size).padStart(8)).join(''),
    );
    if (gzip > maxBytes) above.push(`JavaScript of ${page} is ${gzip - maxBytes} bytes above ${maxBytes}.`);
  }
  return { lines, above };
}

/** Counts the scripts of the first interaction with each page, and of the whole checkout. */
async function countFiles(chunks: Chunks): Promise<Finding> {
  const touched = [...(await touchedModules()), ...atTouch].filter((module) => module !== forSoldOut);
  const counts = Object.entries(touchedPages).map(([page, modules]) => {
    const isShown = (module: string) =>
      !module.startsWith('product/') || modules.some((of) => /product/.test(of));
    const first = scriptsOf(modules, chunks);
    const all = scriptsOf([...modules, ...touched.filter(isShown)], chunks);
    return { label: `${page}, first interaction`, files: all.size - first.size, max: maxTouchFiles };
  });
  counts.push({
    ...{ label: 'checkout, to the order', max: maxPayingFiles },
    files: scriptsOf(allOfPaying, chunks).size,
  });
  return {
    lines: ['', 'scripts', ...counts.map(({ label, files }) => `${label.padEnd(30)}${files}`)],
    above: counts
      .filter(({ files, max }) => files > max)
      .map(({ label, files, max }) => `${label}: ${files} scripts, at most ${max} are allowed.`),
  };
}

/** The modules that pages import at the first interaction (`ui/loading/hydrate-on-interaction.tsx`). */
async function touchedModules(): Promise<string[]> {
  const modules: string[] = [];
  for await (const file of glob('**/*.tsx', { cwd: app })) {
    const text = await readFile(join(app, file), 'utf8');
    for (const [, module = ''] of text.matchAll(
      /hydrateOnInteraction\(\s*async \(\) => \(await import\('([^']+)'\)/g,
    ))
      modules.push(join(dirname(file), module));
  }
  if (modules.length === 0) throw new Error('No page uses hydrateOnInteraction.');
  return modules;
}

/** The scripts of a page with these modules, with its messages in one language. */
function scriptsOf(modules: readonly string[], chunks: Chunks): Set<string> {
  const entries = ['entry.client.tsx', ...modules].map((module) => chunkOf(chunks, `app/${module}`));
  const files = new Set(entries.flatMap((entry) => filesOf(entry, chunks)));
  const messages = [...partsIn(files, chunks)].map((part) => `messages of ${part}`);
  return new Set([...files, ...messages]);
}

function limitOf(page: string): number {
  if (page in paying) return limitOfPaying[page as keyof typeof paying];
  if (page in pages) return limit;
  return page in choosing ? limitOfChoosing : limitOfPersonal;
}

/** The parts of the messages that these files load. */
function partsIn(files: ReadonlySet<string>, chunks: Chunks): Set<string> {
  const named = Object.values(chunks)
    .filter((chunk) => files.has(chunk.file))
    .flatMap((chunk) => chunk.dynamicImports ?? [])
    .flatMap((module) => /virtual:messages\/([\w-]+)\//.exec(module)?.[1] ?? []);
  return new Set(named);
}

/** The chunk of a module; the module name of a route may have a query. */
function chunkOf(chunks: Chunks, module: string): Chunk {
  const key = Object.keys(chunks).find((source) => source.split('?')[0]!.endsWith(module));
  if (!key) throw new Error(`The build has no chunk of ${module}.`);
  return chunks[key]!;
}

/** The file of a chunk and the files of its static imports. */
function filesOf(chunk: Chunk, chunks: Chunks, seen = new Set<string>()): string[] {
  if (seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  for (const name of chunk.imports ?? []) filesOf(chunks[name]!, chunks, seen);
  return [...seen];
}

/** Measures files as they are sent: each compressed separately, at the levels of the build. */
async function scales(): Promise<(files: string[]) => Weight> {
  const names = (await readdir(join(client, 'assets'))).filter((name) => name.endsWith('.js'));
  const weights = new Map<string, Weight>();
  for (const name of names) {
    const text = await readFile(join(client, 'assets', name));
    const compressed = { gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length };
    weights.set(`assets/${name}`, { files: 1, raw: text.length, ...compressed });
  }
  const nothing = { files: 0, raw: 0, gzip: 0, brotli: 0 };
  return (files) =>
    files
      .map((file) => weights.get(file) ?? nothing)
      .reduce(
        (sum, weight) => ({
          files: sum.files + weight.files,
          raw: sum.raw + weight.raw,
          gzip: sum.gzip + weight.gzip,
          brotli: sum.brotli + weight.brotli,
        }),
        nothing,
      );
}

await buildStorefront();
const chunks = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8')) as Chunks;
for (const { lines, above } of [await weighPages(chunks), await countFiles(chunks)]) {
  console.log([...lines, ...above].join('\n'));
  if (above.length > 0) process.exitCode = 1;
}
