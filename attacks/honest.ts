import { setTimeout as pause } from 'node:timers/promises';
import { freshAddress } from '@fynbos/api/accounts/testing/people.ts';

/** What shoppers who mean no harm met. */
export interface Met {
  /** Milliseconds of each answer, smallest first. */
  took: number[];
  /** What was answered otherwise than they may expect. */
  failed: string[];
}

/**
 * Sends honest shoppers who search, look at stock and fill carts, so many calls a second, whatever else goes on. Each comes from
 * a machine of their own, through a proxy that the shop must trust.
 *
 * @returns how to end it, and what they met
 */
export function sendShoppers(origin: string, sku: string, perSecond: number): { stop(): Promise<Met> } {
  const met: Met = { took: [], failed: [] };
  let isOver = false;
  const under = new Set<Promise<void>>();
  const ask = async (path: string, init?: RequestInit): Promise<Response | undefined> => {
    const begin = performance.now();
    try {
      const headers = { 'x-forwarded-for': freshAddress(), ...init?.headers };
      const answer = await fetch(origin + path, { ...init, headers, signal: AbortSignal.timeout(30_000) });
      const text = await answer.text();
      met.took.push(performance.now() - begin);
      if (answer.status !== 200) met.failed.push(`${path}: ${answer.status} ${text.slice(0, 200)}`);
      return new Response(text);
    } catch (cause) {
      met.failed.push(`${path}: ${cause}`);
      return undefined;
    }
  };
  const post = (path: string, body: object, headers = {}) => {
    const json = { 'content-type': 'application/json', ...headers };
    return ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  };
  const visits = [
    () => post('/api/catalog/fynbos/product/_search', { size: 20 }),
    () => ask(`/api/stock/check?sku=${sku}`),
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
      return { took: met.took.toSorted((one, other) => one - other), failed: met.failed };
    },
  };
}

/** The value that so many of a hundred do not exceed. */
export const percentile = (sorted: readonly number[], of: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * of) / 100))] ?? 0;
