import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, locationsOf, withEach } from './plain-http.ts';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.stop());

/**
 * So many product pages are asked for and read; a link to any other must lead to one that the sitemap names
 * (`machines.test.ts` asks for those).
 */
const productsRead = 30;
const productsReadAbroad = 12;
const views = ['/de', '/it'];

/** A link or picture, and the first page that has it. */
interface Found {
  path: string;
  on: string;
}

test('every link and every picture of the shop and its store views leads somewhere, and straight there', async () => {
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
  console.log(`${crawl.read} pages were read, ${crawl.asked} links and pictures were asked for.`);
}, 600_000);

/** The addresses of the products of a store view, or of the shop itself, as its sitemap names them. */
async function soldIn(view: string): Promise<string[]> {
  const parts = await locationsOf(`${shop.origin}${view}/sitemap.xml`);
  const products = parts.filter((part) => part.includes('/products-'));
  const all = (await Promise.all(products.map(locationsOf))).flat();
  expect(all.length).toBeGreaterThan(20);
  return all.map((address) => address.slice(shop.origin.length));
}

/** Walks a shop by its links, with plain HTTP. */
class Crawl {
  readonly wrong: string[] = [];
  asked = 0;
  readonly #read: string[] = [];
  readonly #origin: string;
  readonly #known = new Set<string>();
  readonly #trusted = new Set<string>();
  readonly #left: Found[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** These are there, and need not be asked for. */
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

  /** How many pages of a store view were read. */
  readIn(view: string): number {
    return this.#read.filter((path) => path.startsWith(`${view}/`)).length;
  }

  async #visit({ path, on }: Found): Promise<void> {
    this.asked++;
    const accept = path.startsWith('/img/') ? 'image/webp' : '*/*';
    const answer = await ask(this.#origin + path, { accept });
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const text = isPage ? await answer.text() : void (await answer.body?.cancel());
    const variant = answer.headers.get('location');
    // A variant leads to its product, for good, with itself chosen (decision 19).
    if (answer.status === 301 && variant?.includes('?childSku=')) this.#add(variant, on);
    else if (answer.status !== 200) this.wrong.push(`${answer.status} ${path} on ${on}`);
    else if (text) this.#readLinks(text, path);
  }

  #readLinks(html: string, on: string): void {
    this.#read.push(on);
    for (const address of addressesIn(html)) {
      const url = URL.parse(address, this.#origin + on);
      if (url?.origin !== this.#origin) continue;
      // The same list in another order, narrowed or longer: there are more of those than anyone can ask for.
      const isView =
        url.search !== '' && !url.searchParams.has('childSku') && !url.pathname.startsWith('/img');
      if (!isView && !this.#trusted.has(url.pathname)) this.#add(url.pathname + url.search, on);
    }
  }

  #add(path: string, on: string): void {
    // The smallest size of a picture shows that it is there: the others are made of the same file, at the cost of a core.
    const one = path.replace(/^\/img\/\d+\/\d+\/resize\//, '/img/150/150/resize/');
    if (this.#known.has(one)) return;
    this.#known.add(one);
    this.#left.push({ path: one, on });
  }
}

/** Links, pictures and what the head names, as the document writes them. */
function addressesIn(html: string): string[] {
  const plain = [...html.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, address]) => address!);
  const sets = [...html.matchAll(/\s(?:srcset|imagesrcset)="([^"]*)"/gi)].flatMap(([, set]) =>
    set!.split(',').map((one) => one.trim().split(/\s/)[0]!),
  );
  return [...plain, ...sets]
    .map((address) => address.replaceAll('&amp;', '&'))
    .filter((address) => address !== '');
}
