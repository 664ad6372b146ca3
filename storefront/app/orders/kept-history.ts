import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { orderHistory } from '@fynbos/core/orders/contract.ts';
import { readProfile } from '../accounts/session/profile.ts';
import { ownKey } from '../kept-here.ts';
import { isLike, isListOf, parsed } from '../kept-shape.ts';

export type History = ResultOf<typeof orderHistory>;

const key = ownKey('orders-history');

/**
 * Keeps the first page of the history for when the shop cannot be asked (accounts 3); a logout forgets it.
 *
 * @param customer who was known when it was asked for: what comes after their logout is not kept
 */
export function keepHistory(history: History, customer: number | undefined): void {
  if (customer === undefined || readProfile()?.id !== customer) return;
  try {
    localStorage.setItem(key, JSON.stringify({ customer, history }));
  } catch {
    // Full or forbidden.
  }
}

interface KeptHistory {
  customer: number;
  history: History;
}

const isKeptHistory = (kept: unknown): kept is KeptHistory =>
  isLike(kept, { customer: 'number', history: 'record' }) &&
  isLike(kept.history, { items: 'list' }) &&
  isListOf(kept.history.items, (one) => isLike(one, { increment_id: 'string', items: 'list' }));

/** The history as this browser knew it last, of this customer alone. */
export function keptHistory(): History | undefined {
  try {
    const kept = parsed(localStorage.getItem(key), isKeptHistory);
    const customer = readProfile()?.id;
    return customer !== undefined && kept?.customer === customer ? kept.history : undefined;
  } catch {
    return undefined;
  }
}
