import type { Cents } from '@fynbos/core/money.ts';
import { createEmitter, useStore } from '../../platform/state/store.ts';
import { storedValue } from '../../platform/storage/browser-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';

/** Order data for the thank-you page; stored while this tab exists, so that a reload shows it again. */
export interface Placed {
  id: string;
  email: string;
  customer: boolean;
  /** The account was created along with the order. */
  newAccount: boolean;
  /** The order is collected at the chosen store. */
  collect: boolean;
  payment: string;
  coupon?: string | undefined;
  /** What is left on its voucher. */
  voucherLeft?: Cents | undefined;
}

const isPlaced = (value: unknown): value is Placed => isLike(value, { id: 'string', email: 'string' });

/** If it cannot be stored, it is held in memory while the page is open. */
const storedOrder = storedValue('checkout-placed', isPlaced, 'session');
const changes = createEmitter();
let placed: Placed | undefined;
let isRead = false;
let isSending = false;

/** Stores the order for a reload while it is being sent; this page still shows its steps. */
export function preparePlaced(next: Placed): void {
  readPlaced();
  isSending = true;
  storedOrder.write(next);
}

/** Whether this page is sending an order now. */
export const isOrderBeingSent = (): boolean => isSending;

/** Shows the placed order; undefined shows the steps again. */
export function showPlaced(next: Placed | undefined): void {
  isSending = false;
  isRead = true;
  placed = next;
  storedOrder.write(next);
  changes.emit();
}

export const usePlaced = (): Placed | undefined =>
  useStore<Placed | undefined>({ get: readPlaced, subscribe: changes.subscribe }, undefined);

function readPlaced(): Placed | undefined {
  if (!isRead) placed = storedOrder.read();
  isRead = true;
  return placed;
}
