import { randomInt } from 'node:crypto';
import { find } from './ask-once.ts';
import { addOf, type CartAsk } from './cart-sequence.ts';
import { type Line, openLine } from './line.ts';
import { wholeOrder } from './order-sequence.ts';
import { scenarios } from './questions.ts';

/** What shoppers of a mixed load do, and where. */
export interface Range {
  port: number;
  /** Addresses of pages: home, categories, products. */
  pages: readonly string[];
  /** Searches as the storefront sends them. */
  searches: readonly CartAsk[];
  /** Products that are bought as they are. */
  skus: readonly string[];
}

/** All that the shop has: its pages, searches of a rotation, and what can be bought without choosing. */
export async function rangeOf(port: number): Promise<Range> {
  const { items: categories } = await find<{ url_path: string; level: number }>(port, 'category', {
    size: 400,
  });
  const { items: products } = await find<{
    sku: string;
    url_path: string;
    type_id: string;
    custom_options: unknown[];
    stock: { is_in_stock: boolean };
  }>(port, 'product', { size: 400, filters: { visibility: { in: [2, 3, 4] } } });
  const plain = products.filter(
    (one) => one.type_id === 'simple' && one.custom_options.length === 0 && one.stock.is_in_stock,
  );
  const [, , search] = await scenarios(port);
  const lists = categories.filter(({ level }) => level > 1).map(({ url_path }) => `/${url_path}`);
  return {
    port,
    pages: ['/', ...lists, ...products.map(({ url_path }) => `/${url_path}`)],
    searches: Array.from({ length: search!.distinct! }, (_, at) => ({
      headers: { 'content-type': 'application/json' },
      ...search!.ask(at),
    })),
    skus: plain.map(({ sku }) => sku),
  };
}

/** How a load went. */
export interface Went {
  /** Milliseconds of each request, from when it was due. */
  times: number[];
  /** Seconds. */
  took: number;
  failed: string[];
  /** What shoppers did and brought to its end. */
  things: number;
  orders: number;
}

export type Kind = 'browse' | 'search' | 'cart' | 'order';

/** Of a hundred shoppers the first 80 browse, 15 search, 4 fill a cart, and the last one orders. */
const mix: readonly [Kind, number][] = [
  ['browse', 80],
  ['search', 95],
  ['cart', 99],
  ['order', 100],
];
const connections = 32;

/** Every page once, so that what follows meets a shop that has been open for a while. */
export function seeEveryPage(range: Range): Promise<Went> {
  const left = [...range.pages];
  const look =
    (path: string): Act =>
    (_range, line, due, went) =>
      timed(went, due, line, pageAsk(path));
  return shopWith(range, (lines, one) =>
    Promise.all(
      lines.map(async (line) => {
        for (let path = left.pop(); path; path = left.pop()) await one(line, performance.now(), look(path));
      }),
    ),
  );
}

/**
 * As many as the shop takes: each of 32 shoppers does the next thing once the last was answered.
 *
 * @param kind what all of them do; a mix where left out
 */
export async function loadFully(range: Range, seconds: number, kind?: Kind): Promise<Went> {
  const until = performance.now() + seconds * 1000;
  return shopWith(range, (lines, one) =>
    Promise.all(
      lines.map(async (line) => {
        while (performance.now() < until) await one(line, performance.now(), kind && acts[kind]);
      }),
    ),
  );
}

/**
 * So many shoppers a second, whether the shop keeps up or not: who has to wait for a free connection has waited for the
 * shop, and that counts.
 */
export async function loadSteadily(
  range: Range,
  perSecond: number,
  seconds: number,
  each: (second: number) => void = () => {},
): Promise<Went> {
  const begin = performance.now();
  const due = (at: number) => begin + (at * 1000) / perSecond;
  let next = 0;
  let told = -1;
  return shopWith(range, (lines, one) =>
    Promise.all(
      lines.map(async (line) => {
        for (let at = next++; at < perSecond * seconds; at = next++) {
          const wait = due(at) - performance.now();
          if (wait > 0) await new Promise((done) => setTimeout(done, wait));
          const second = Math.floor((due(at) - begin) / 1000);
          if (second > told) each(second);
          told = Math.max(told, second);
          await one(line, due(at));
        }
      }),
    ),
  );
}

type Act = (range: Range, line: Line, due: number, went: Went) => Promise<void>;
/** Does one thing, by chance unless it is said which. */
type One = (line: Line, due: number, act?: Act) => Promise<void>;

async function shopWith(
  range: Range,
  run: (lines: readonly Line[], one: One) => Promise<unknown>,
): Promise<Went> {
  const went: Went = { times: [], took: 0, failed: [], things: 0, orders: 0 };
  const lines = await Promise.all(Array.from({ length: connections }, () => openLine(range.port)));
  const begin = performance.now();
  await run(lines, async (line, due, act = acts[kindOf(randomInt(100))]) => {
    try {
      await act(range, line, due, went);
      went.things += 1;
    } catch (error) {
      went.failed.push(String(error));
    }
  });
  for (const line of lines) line.close();
  return { ...went, took: (performance.now() - begin) / 1000 };
}

const kindOf = (at: number): Kind => mix.find(([, end]) => at < end)![0];

/** What a shopper does. The first request was due; each later one is when the one before was answered. */
const acts: Record<Kind, Act> = {
  browse: ({ pages }, line, due, went) => timed(went, due, line, pageAsk(anyOf(pages))),
  search: ({ searches }, line, due, went) => timed(went, due, line, anyOf(searches)),
  // Who has a cart comes from a machine of their own.
  cart: ({ port, skus }, _line, due, went) =>
    fromAnother(port, async (line) => {
      const body = { method: 'POST', path: '/api/cart/create', headers: json, body: '{}' } as const;
      const made = await timedAnswer(went, due, line, body);
      const cart = { 'x-cart-token': JSON.parse(made).result as string };
      await timed(went, performance.now(), line, addOf(anyOf(skus), cart));
      await timed(went, performance.now(), line, { method: 'GET', path: '/api/cart/totals', headers: cart });
    }),
  order: ({ port, skus }, _line, due, went) =>
    fromAnother(port, async (line) => {
      let last = '';
      let from = due;
      for (const ask of wholeOrder(skus, () => last)) {
        last = await timedAnswer(went, from, line, ask);
        from = performance.now();
      }
      went.orders += 1;
    }),
};

const json = { 'content-type': 'application/json' };
const pageAsk = (path: string): CartAsk => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' },
});
const anyOf = <Thing>(things: readonly Thing[]): Thing => things[randomInt(things.length)]!;

async function fromAnother(port: number, act: (line: Line) => Promise<void>): Promise<void> {
  const line = await openLine(port, `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`);
  await act(line).finally(line.close);
}

async function timed(went: Went, due: number, line: Line, ask: CartAsk): Promise<void> {
  await timedAnswer(went, due, line, ask);
}

async function timedAnswer(went: Went, due: number, line: Line, ask: CartAsk): Promise<string> {
  const answer = await line.ask(ask);
  went.times.push(performance.now() - due);
  return answer;
}
