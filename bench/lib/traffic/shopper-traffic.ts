import { randomInt } from 'node:crypto';
import { addOf, type CartRequest } from '../requests/cart-requests.ts';
import { type HttpConnection, openHttpConnection } from '../requests/http-connection.ts';
import { wholeOrder } from '../requests/order-requests.ts';
import { find } from './recorded-request.ts';
import { scenarios } from './request-scenarios.ts';

/** The data that the simulated shoppers use. */
export interface Range {
  port: number;
  /** Paths of pages: home, categories, products. */
  pages: readonly string[];
  /** Searches as the storefront sends them. */
  searches: readonly CartRequest[];
  /** Simple products without options that every method delivers. */
  skus: readonly string[];
}

/** A product as the shop returns it. */
export interface FoundProduct {
  sku: string;
  url_path: string;
  type_id: string;
  custom_options: unknown[];
  needs_cold?: boolean;
  stock: { is_in_stock: boolean };
}

/** Whether it is a simple product in stock, without options, that every method delivers. */
export const isPlain = ({ type_id, custom_options, needs_cold, stock }: FoundProduct): boolean =>
  type_id === 'simple' && custom_options.length === 0 && !needs_cold && stock.is_in_stock;

/** The data of a shop: its pages, searches in rotation, and simple products in stock. */
export async function rangeOf(port: number): Promise<Range> {
  const { items: categories } = await find<{ url_path: string; level: number }>(port, 'category', {
    size: 400,
  });
  const { items: products } = await find<FoundProduct>(port, 'product', {
    ...{ size: 400, filters: { visibility: { in: [2, 3, 4] } } },
  });
  const [, , search] = await scenarios(port);
  const lists = categories.filter(({ level }) => level > 1).map(({ url_path }) => `/${url_path}`);
  return {
    port,
    pages: ['/', ...lists, ...products.map(({ url_path }) => `/${url_path}`)],
    searches: Array.from({ length: search!.distinct! }, (_, at) => ({
      headers: { 'content-type': 'application/json' },
      ...search!.requestAt(at),
    })),
    skus: products.filter(isPlain).map(({ sku }) => sku),
  };
}

/** Results of a load. */
export interface Went {
  /** Milliseconds of each request, from its scheduled time. */
  times: number[];
  /** Seconds. */
  took: number;
  failed: string[];
  /** Completed actions of shoppers. */
  actions: number;
  orders: number;
}

export type Kind = 'browse' | 'search' | 'cart' | 'order';

/** Of a hundred shoppers 80 browse, 15 search, 4 fill a cart, and one orders. */
const mix: readonly [Kind, number][] = [
  ['browse', 80],
  ['search', 95],
  ['cart', 99],
  ['order', 100],
];
const connections = 32;

/** Requests every page once, to warm the caches. */
export function seeEveryPage(range: Range): Promise<Went> {
  const left = [...range.pages];
  const visit =
    (path: string): Act =>
    (_range, client, due, went) =>
      timed(went, due, client, pageRequest(path));
  return shopWith(range, (clients, perform) =>
    Promise.all(
      clients.map(async (client) => {
        for (let path = left.pop(); path; path = left.pop())
          await perform(client, performance.now(), visit(path));
      }),
    ),
  );
}

/**
 * Maximum load: each of 32 shoppers starts the next action as soon as the last one has finished.
 * @param kind the action of all of them; a mix when omitted
 */
export async function loadFully(range: Range, seconds: number, kind?: Kind): Promise<Went> {
  const endsAt = performance.now() + seconds * 1000;
  return shopWith(range, (clients, perform) =>
    Promise.all(
      clients.map(async (client) => {
        while (performance.now() < endsAt) await perform(client, performance.now(), kind && acts[kind]);
      }),
    ),
  );
}

/**
 * A fixed rate of shoppers per second, even when the shop cannot keep up. Waiting for a free connection
 * counts as response time.
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
  let reportedSecond = -1;
  return shopWith(range, (clients, perform) =>
    Promise.all(
      clients.map(async (client) => {
        for (let at = next++; at < perSecond * seconds; at = next++) {
          const wait = due(at) - performance.now();
          if (wait > 0) await new Promise((done) => setTimeout(done, wait));
          const second = Math.floor((due(at) - begin) / 1000);
          if (second > reportedSecond) each(second);
          reportedSecond = Math.max(reportedSecond, second);
          await perform(client, due(at));
        }
      }),
    ),
  );
}

type Act = (range: Range, client: HttpConnection, due: number, went: Went) => Promise<void>;
/** Performs one action, a random one unless specified. */
type One = (client: HttpConnection, due: number, act?: Act) => Promise<void>;

async function shopWith(
  range: Range,
  run: (clients: readonly HttpConnection[], perform: One) => Promise<unknown>,
): Promise<Went> {
  const went: Went = { times: [], took: 0, failed: [], actions: 0, orders: 0 };
  const clients = await Promise.all(
    Array.from({ length: connections }, () => openHttpConnection(range.port)),
  );
  const begin = performance.now();
  await run(clients, async (client, due, act = acts[kindOf(randomInt(100))]) => {
    try {
      await act(range, client, due, went);
      went.actions += 1;
    } catch (error) {
      went.failed.push(String(error));
    }
  });
  for (const client of clients) client.close();
  return { ...went, took: (performance.now() - begin) / 1000 };
}

const kindOf = (at: number): Kind => mix.find(([, end]) => at < end)![0];

/**
 * The actions of shoppers. The first request has a scheduled time; each later one starts after the previous
 * response.
 */
const acts: Record<Kind, Act> = {
  browse: ({ pages }, client, due, went) => timed(went, due, client, pageRequest(anyOf(pages))),
  search: ({ searches }, client, due, went) => timed(went, due, client, anyOf(searches)),
  // Each cart has its own client IP.
  cart: ({ port, skus }, _client, due, went) =>
    fromAnother(port, async (client) => {
      const body = { method: 'POST', path: '/api/cart/create', headers: json, body: '{}' } as const;
      const made = await timedResponse(went, due, client, body);
      const cart = { 'x-cart-token': JSON.parse(made).result as string };
      await timed(went, performance.now(), client, addOf(anyOf(skus), cart));
      await timed(went, performance.now(), client, {
        method: 'GET',
        path: '/api/cart/totals',
        headers: cart,
      });
    }),
  order: ({ port, skus }, _client, due, went) =>
    fromAnother(port, async (client) => {
      let last = '';
      let from = due;
      for (const request of wholeOrder(skus, () => last)) {
        last = await timedResponse(went, from, client, request);
        from = performance.now();
      }
      went.orders += 1;
    }),
};

const json = { 'content-type': 'application/json' };
const pageRequest = (path: string): CartRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' },
});
const anyOf = <Entry>(entries: readonly Entry[]): Entry => entries[randomInt(entries.length)]!;

async function fromAnother(port: number, act: (client: HttpConnection) => Promise<void>): Promise<void> {
  const client = await openHttpConnection(
    port,
    `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`,
  );
  await act(client).finally(client.close);
}

async function timed(went: Went, due: number, client: HttpConnection, request: CartRequest): Promise<void> {
  await timedResponse(went, due, client, request);
}

async function timedResponse(
  went: Went,
  due: number,
  client: HttpConnection,
  request: CartRequest,
): Promise<string> {
  const response = await client.send(request);
  went.times.push(performance.now() - due);
  return response;
}
