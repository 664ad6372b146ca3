import { useSyncExternalStore } from 'react';

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
}

const key = 'checkout-placed';
const listeners = new Set<() => void>();
let placed: Placed | undefined;
let isRead = false;
let isSending = false;

/** Stores the order for a reload while it is being sent; this page still shows its steps. */
export function preparePlaced(next: Placed): void {
  readPlaced();
  isSending = true;
  persist(next);
}

/** Whether this page is sending an order now. */
export const isOrderBeingSent = (): boolean => isSending;

/** Shows the placed order; undefined shows the steps again. */
export function showPlaced(next: Placed | undefined): void {
  isSending = false;
  isRead = true;
  placed = next;
  persist(next);
  for (const listener of listeners) listener();
}

export function usePlaced(): Placed | undefined {
  return useSyncExternalStore(onPlaced, readPlaced, () => undefined);
}

function onPlaced(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function readPlaced(): Placed | undefined {
  if (isRead) return placed;
  isRead = true;
  try {
    placed = JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    placed = undefined;
  }
  return placed;
}

function persist(next: Placed | undefined): void {
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  } catch {
    // Held in memory while the page is open.
  }
}
