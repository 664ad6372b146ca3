import { setTimeout as pause } from 'node:timers/promises';
import { freshAddress } from '../accounts/customers.ts';

/** Results of the baseline traffic. */
export interface Met {
  /** Milliseconds of each response, ascending. */
  took: number[];
  /** Responses with an unexpected status, and connection errors. */
  failed: string[];
}

/**
 * Sends baseline traffic: shoppers who search, check stock and fill carts, at a fixed rate. Each has its
 * own client IP, through a proxy that the shop must trust.
 * @returns `stop`, which resolves to the results
 */
export function sendShoppers(origin: string, sku: string, perSecond: number): { stop(): Promise<Met> } {
  const met: Met = { took: [], failed: [] };
  let isOver = false;
  const under = new Set<Promise<void>>();
  const request = async (path: string, init?: RequestInit): Promise<Response | undefined> => {
    const begin = performance.now();
    try {
      const headers = { 'x-forwarded-for': freshAddress(), ...init?.headers };
      const response = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      met.took.push(performance.now() - begin);
      if (response.status !== 200) met.failed.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
      return new Response(text);
    } catch (cause) {
      met.failed.push(`${path}: ${cause}`);
      return undefined;
    }
  };
  const post = (path: string, body: object, headers = {}) => {
    const json = { 'content-type': 'application/json', ...headers };
    return request(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  };
  const visits = [
    () => post('/api/catalog/fynbos/product/_search', { size: 20 }),
    () => request(`/api/stock/check?sku=${sku}`),
    async () => {
      const made = (await (await post('/api/cart/create', {}))?.json()) as { result: string } | undefined;
      const token = { 'x-cart-token': made?.result ?? '' };
      return post('/api/cart/update', { cartItem: { sku, qty: 1 } }, token);
    },
  ];
  const going = (async () => {
    for (let at = 0; !isOver; at++) {
      const visit: Promise<void> = visits[at % visits.length]!().then(() => void under.delete(visit));
      under.add(visit);
      await pause(1000 / perSecond);
    }
    await Promise.all(under);
  })();
  return {
    async stop() {
      isOver = true;
      await going;
      return { took: met.took.toSorted((a, b) => a - b), failed: met.failed };
    },
  };
}

/** The percentile of sorted values. */
export const percentile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0;
