import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** So many product pages are read for their links; of the others only whether they are there is asked. */
const productsRead = 200;
const atOnce = 8;

/** A link or picture, and the first page that has it. */
interface Found {
  path: string;
  on: string;
}

test('every link and every picture of the shop leads somewhere, and straight there', async () => {
  const crawl = new Crawl(shop.origin);
  await crawl.from('/');
  expect(crawl.wrong).toEqual([]);
  expect(crawl.read).toBeGreaterThan(300);
  console.log(`${crawl.read} pages were read, ${crawl.asked} links and pictures were asked for.`);
}, 600_000);

/** Walks a shop by its links, with plain HTTP. */
class Crawl {
  readonly wrong: string[] = [];
  read = 0;
  asked = 0;
  readonly #origin: string;
  readonly #known = new Set<string>();
  readonly #left: Found[] = [];
  #products = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async from(path: string): Promise<void> {
    this.#add(path, 'the start');
    while (this.#left.length > 0) {
      const some = this.#left.splice(0, 200);
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let next = some.pop(); next; next = some.pop()) await this.#visit(next);
        }),
      );
    }
  }

  async #visit({ path, on }: Found): Promise<void> {
    this.asked++;
    const answer = await fetch(this.#origin + path, {
      redirect: 'manual',
      headers: { accept: path.startsWith('/img/') ? 'image/webp' : '*/*' },
    });
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const text = isPage ? await answer.text() : void (await answer.body?.cancel());
    if (answer.status !== 200) this.wrong.push(`${answer.status} ${path} on ${on}`);
    else if (text && this.#isWorthReading(text)) this.#readLinks(text, path);
  }

  #isWorthReading(html: string): boolean {
    if (!html.includes('<meta property="og:type" content="product"/>')) return true;
    return ++this.#products <= productsRead;
  }

  #readLinks(html: string, on: string): void {
    this.read++;
    for (const address of addressesIn(html)) {
      const url = URL.parse(address, this.#origin + on);
      if (url?.origin !== this.#origin) continue;
      // The same list in another order, narrowed or longer: there are more of those than anyone can ask for.
      const isView =
        url.search !== '' && !url.searchParams.has('childSku') && !url.pathname.startsWith('/img');
      if (!isView) this.#add(url.pathname + url.search, on);
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
