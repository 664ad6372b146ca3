import { useSyncExternalStore } from 'react';

/** What the thank-you page knows of an order; kept while this tab lives, so that a reload shows it again. */
export interface Placed {
  id: string;
  email: string;
  customer: boolean;
  /** The account was made along with it. */
  newAccount: boolean;
  /** It is collected at the chosen store. */
  collect: boolean;
  payment: string;
}

const key = 'checkout-placed';
const listeners = new Set<() => void>();
let placed: Placed | undefined;
let isRead = false;
let underWay = false;

/** Kept for a page that is loaded again while the order is being sent; this one goes on showing its steps. */
export function preparePlaced(next: Placed): void {
  readPlaced();
  underWay = true;
  keep(next);
}

/** Whether this page is sending an order at this moment. */
export const isUnderWay = (): boolean => underWay;

/** Shows it, or without one the steps again. */
export function showPlaced(next: Placed | undefined): void {
  underWay = false;
  isRead = true;
  placed = next;
  keep(next);
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

function keep(next: Placed | undefined): void {
  try {
    if (next) sessionStorage.setItem(key, JSON.stringify(next));
    else sessionStorage.removeItem(key);
  } catch {
    // Shown while the page lives.
  }
}
