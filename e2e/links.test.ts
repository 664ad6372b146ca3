import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, locationsOf, withEach } from './plain-http.ts';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop({ MULTISTORE: 'on' });
});
afterAll(() => shop?.stop());

/** So many product pages are read for their links; of the others only whether they are there is asked. */
const productsRead = 200;
/** Abroad so many are asked for at all; a link to any other must lead to one that the sitemap names. */
const productsAskedAbroad = 12;

/** A link or picture, and the first page that has it. */
interface Found {
  path: string;
  on: string;
}

test('every link and every picture of the shop and its store views leads somewhere, and straight there', async () => {
  const crawl = new Crawl(shop.origin);
  for (const view of ['/de', '/it']) crawl.trust(await soldIn(view));
  await crawl.from('/');
  expect(crawl.read).toBeGreaterThan(400);
  for (const view of ['/de', '/it']) {
    await crawl.from(view);
    expect(crawl.readIn(view)).toBeGreaterThan(60);
  }
  expect(crawl.wrong).toEqual([]);
  console.log(`${crawl.read} pages were read, ${crawl.asked} links and pictures were asked for.`);
}, 600_000);

/** The addresses of the products of a store view, as its sitemap names them. */
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
  #products = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** These are there: the first few are asked for, the others only counted as found. */
  trust(paths: readonly string[]): void {
    for (const path of paths.slice(productsAskedAbroad)) this.#trusted.add(path);
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
    else if (text && this.#isWorthReading(text)) this.#readLinks(text, path);
  }

  #isWorthReading(html: string): boolean {
    if (!html.includes('<meta property="og:type" content="product"/>')) return true;
    return ++this.#products <= productsRead;
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
    // One size of a picture shows that it is there: the others are made of the same file, at the cost of a core.
    const known = path.replace(/^\/img\/\d+\/\d+\//, '/img/');
    if (this.#known.has(known)) return;
    this.#known.add(known);
    this.#left.push({ path, on });
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
