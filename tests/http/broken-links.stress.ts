import { openWebShop, type WebShop } from '@fynbos/test-kit/shop/web-shop.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAsCrawler, locationsOf, withEach } from '../e2e/fixtures/html-client.ts';

let shop: WebShop;

beforeAll(async () => {
  shop = await openWebShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.close());

/**
 * Number of product pages that are requested and read. Links to other products must be in the sitemap,
 * whose addresses `crawlers.test.ts` requests.
 */
const productsRead = 30;
const productsReadAbroad = 12;
const views = ['/de', '/it'];

/** A link or picture, and the first page that contains it. */
interface Found {
  path: string;
  on: string;
}

test('every link and picture of the shop and its store views exists and needs no redirect', async () => {
  const crawl = new Crawl(shop.origin);
  crawl.trust((await soldIn('')).slice(productsRead));
  for (const view of views) crawl.trust((await soldIn(view)).slice(productsReadAbroad));
  await crawl.from('/');
  expect(crawl.read).toBeGreaterThan(230);
  for (const view of views) {
    await crawl.from(view);
    expect(crawl.readIn(view)).toBeGreaterThan(60);
  }
  expect(crawl.wrong).toEqual([]);
  console.log(`Read ${crawl.read} pages and requested ${crawl.requestCount} links and pictures.`);
}, 600_000);

/** Product addresses in the sitemap of a store view, or of the main shop. */
async function soldIn(view: string): Promise<string[]> {
  const parts = await locationsOf(`${shop.origin}${view}/sitemap.xml`);
  const products = parts.filter((part) => part.includes('/products-'));
  const all = (await Promise.all(products.map(locationsOf))).flat();
  expect(all.length).toBeGreaterThan(20);
  return all.map((address) => address.slice(shop.origin.length));
}

/** Crawls a shop by its links, with plain HTTP. */
class Crawl {
  readonly wrong: string[] = [];
  requestCount = 0;
  readonly #read: string[] = [];
  readonly #origin: string;
  readonly #known = new Set<string>();
  readonly #trusted = new Set<string>();
  readonly #left: Found[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Paths that exist and need no request. */
  trust(paths: readonly string[]): void {
    for (const path of paths) this.#trusted.add(path);
  }

  async from(path: string): Promise<void> {
    this.#add(path, 'the start');
    while (this.#left.length > 0) await withEach(this.#left.splice(0, 200), (next) => this.#visit(next));
  }

  get read(): number {
    return this.#read.length;
  }

  /** Number of pages read in a store view. */
  readIn(view: string): number {
    return this.#read.filter((path) => path.startsWith(`${view}/`)).length;
  }

  async #visit({ path, on }: Found): Promise<void> {
    this.requestCount++;
    const accept = path.startsWith('/img/') ? 'image/webp' : '*/*';
    const response = await fetchAsCrawler(this.#origin + path, { accept });
    const isPage = response.headers.get('content-type')?.startsWith('text/html');
    const text = isPage ? await response.text() : void (await response.body?.cancel());
    const variant = response.headers.get('location');
    // A variant redirects permanently to its product with the variant chosen (spec D19).
    if (response.status === 301 && variant?.includes('?childSku=')) this.#add(variant, on);
    else if (response.status !== 200) this.wrong.push(`${response.status} ${path} on ${on}`);
    else if (text) this.#readLinks(text, path);
  }

  #readLinks(html: string, on: string): void {
    this.#read.push(on);
    for (const address of addressesIn(html)) {
      const url = URL.parse(address, this.#origin + on);
      if (url?.origin !== this.#origin) continue;
      // Sorted, filtered or longer versions of a list: there are too many to request.
      const isView =
        url.search !== '' && !url.searchParams.has('childSku') && !url.pathname.startsWith('/img');
      if (!isView && !this.#trusted.has(url.pathname)) this.#add(url.pathname + url.search, on);
    }
  }

  #add(path: string, on: string): void {
    // The smallest size of a picture proves that it exists; other sizes come from the same file and cost
    // CPU time.
    const normalized = path.replace(/^\/img\/\d+\/\d+\/resize\//, '/img/150/150/resize/');
    if (this.#known.has(normalized)) return;
    this.#known.add(normalized);
    this.#left.push({ path: normalized, on });
  }
}

/** Links, pictures and references in the head, as written in the document. */
function addressesIn(html: string): string[] {
  const plain = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
  const sets = [...html.matchAll(/\s(?:srcset|imagesrcset)="([^"]*)"/gi)].flatMap(([, set]) =>
    set!.split(',').map((candidate) => candidate.trim().split(/\s/)[0]!),
  );
  return [...plain, ...sets]
    .map((address) => address.replaceAll('&amp;', '&'))
    .filter((address) => address !== '');
}
