import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { orderHistory } from '@fynbos/core/orders/contract.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isListOf, parsed } from '../../platform/storage/stored-shape.ts';

export type History = ResultOf<typeof orderHistory>;

const key = ownKey('orders-history');

/**
 * Caches the first page of the history for use while the shop cannot be reached (spec accounts 3); a logout
 * removes it.
 * @param customer the customer at the time of the request: a response after their logout is not cached
 */
export function cacheHistory(history: History, customer: number | undefined): void {
  if (customer === undefined || readProfile()?.id !== customer) return;
  try {
    localStorage.setItem(key, JSON.stringify({ customer, history }));
  } catch {
    // Storage is full or forbidden.
  }
}

interface CachedHistory {
  customer: number;
  history: History;
}

const isCachedHistory = (value: unknown): value is CachedHistory =>
  isLike(value, { customer: 'number', history: 'record' }) &&
  isLike(value.history, { items: 'list' }) &&
  isListOf(value.history.items, (order) => isLike(order, { increment_id: 'string', items: 'list' }));

/** The last known history of this customer. */
export function cachedHistory(): History | undefined {
  try {
    const cached = parsed(localStorage.getItem(key), isCachedHistory);
    const customer = readProfile()?.id;
    return customer !== undefined && cached?.customer === customer ? cached.history : undefined;
  } catch {
    return undefined;
  }
}
