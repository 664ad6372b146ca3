import type { Cents } from '@fynbos/core/money.ts';
import { createStore, useStore } from '../../platform/state/store.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';
import { storedStore } from '../../platform/storage/stored-store.ts';

/** Order data for the thank-you page; stored while this tab exists, so that a reload shows it again. */
export interface Placed {
  id: string;
  email: string;
  customer: boolean;
  /** The account was created along with the order. */
  newAccount: boolean;
  /** The order is collected at a store. */
  collect: boolean;
  /** That store. */
  store?: { code: string; name: string } | undefined;
  /** The title of the delivery method; undefined where nothing is delivered. */
  delivery?: string | undefined;
  payment: string;
  /** What is left to pay; unknown for an order that was made offline. */
  due?: Cents | undefined;
  /** Something in it can be downloaded once it is paid. */
  hasDownloads?: boolean | undefined;
  /** Nothing in it is delivered. */
  virtual?: boolean;
  coupon?: string | undefined;
  /** What is left on its voucher. */
  voucherLeft?: Cents | undefined;
  /** The secret that shows a guest's order. It is not stored for longer: others may use the browser later. */
  orderLink?: string | undefined;
}

const isPlaced = (value: unknown): value is Placed => isLike(value, { id: 'string', email: 'string' });

/** If it cannot be stored, it is held in memory while the page is open. */
const storedOrder = storedStore(
  'checkout-placed',
  (stored) => (isPlaced(stored) ? stored : undefined),
  'session',
);
const sending = createStore(false);

/** Stores the order for a reload while it is being sent; this page still shows its steps. */
export function preparePlaced(next: Placed): void {
  sending.set(true);
  storedOrder.set(next);
}

/** Whether this page is sending an order now. */
export const isOrderBeingSent = sending.get;

/** Adds the secret that came with the response to a guest's order, if this page sent the order. */
export function storeOrderLink(id: string, orderLink: string | undefined): void {
  const placed = storedOrder.get();
  if (orderLink !== undefined && placed?.id === id) storedOrder.set({ ...placed, orderLink });
}

/** Shows the placed order; undefined shows the steps again. */
export function showPlaced(next: Placed | undefined): void {
  const before = storedOrder.get();
  storedOrder.set(next && next.id === before?.id ? { ...before, ...next } : next);
  sending.set(false);
}

export function usePlaced(): Placed | undefined {
  const isSending = useStore(sending, false);
  const placed = useStore(storedOrder, undefined);
  return isSending ? undefined : placed;
}
