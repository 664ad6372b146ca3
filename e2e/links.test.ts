import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningShop, startShop } from './shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** So many product pages are read for their links; of the others only whether they are there is asked. */
const productsRead = 200;
/** So many pictures of each size and cut are made; of the others is asked whether they are there and can be read. */
const picturesMade = 15;
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
  readonly #made = new Map<string, number>();
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
    const answer = await fetch(this.#origin + this.#questionFor(path), {
      redirect: 'manual',
      headers: { accept: path.startsWith('/img/') ? 'image/webp' : '*/*' },
    });
    const isPage = answer.headers.get('content-type')?.startsWith('text/html');
    const text = isPage ? await answer.text() : void (await answer.body?.cancel());
    if (answer.status !== 200) this.wrong.push(`${answer.status} ${path} on ${on}`);
    else if (text && this.#isWorthReading(text)) this.#readLinks(text, path);
  }

  /** A picture's size and cut are right or wrong for all alike; each has a file or a drawing of its own. */
  #questionFor(path: string): string {
    const [, order, width, height] = /^(\/img\/(\d+)\/(\d+)\/\w+)\//.exec(path) ?? [];
    if (!order) return path;
    const made = (this.#made.get(order) ?? 0) + 1;
    this.#made.set(order, made);
    return made <= picturesMade ? path : `/img/${width}/${height}/identify${path.slice(order.length)}`;
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
    if (this.#known.has(path)) return;
    this.#known.add(path);
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
