import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { orderHistory } from '@fynbos/core/orders/contract.ts';
import { readProfile } from '../../platform/session/profile.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isListOf } from '../../platform/storage/stored-shape.ts';

export type History = ResultOf<typeof orderHistory>;

/**
 * Caches the first page of the history for use while the shop cannot be reached (spec accounts 3); a logout
 * removes it.
 * @param customer the customer at the time of the request: a response after their logout is not cached
 */
export function cacheHistory(history: History, customer: number | undefined): void {
  if (customer === undefined || readProfile()?.id !== customer) return;
  storedHistory.write({ customer, history });
}

interface CachedHistory {
  customer: number;
  history: History;
}

const isCachedHistory = (value: unknown): value is CachedHistory =>
  isLike(value, { customer: 'number', history: 'record' }) &&
  isLike(value.history, { items: 'list' }) &&
  isListOf(value.history.items, (order) => isLike(order, { increment_id: 'string', items: 'list' }));

const storedHistory = storedValue(ownKey('orders-history'), isCachedHistory);

/** The last known history of this customer. */
export function cachedHistory(): History | undefined {
  const cached = storedHistory.read();
  const customer = readProfile()?.id;
  return customer !== undefined && cached?.customer === customer ? cached.history : undefined;
}
