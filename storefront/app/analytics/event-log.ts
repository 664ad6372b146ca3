import type { ShopEvent } from './shop-event.ts';

/** What became of an event. */
export type Fate = 'waiting' | 'sent' | 'dropped';

export interface Logged {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  fate: Fate;
  event: ShopEvent;
}

const most = 100;
const isWanted = document.documentElement.dataset.debug !== undefined;
const listeners = new Set<() => void>();
let log: readonly Logged[] = [];

/** The events of this document, newest first; none where the operator does not ask for them. */
export const loggedEvents = (): readonly Logged[] => log;

export function noteEvent(id: string, fate: Fate, event: ShopEvent): void {
  if (!isWanted) return;
  const known = log.find((one) => one.id === id);
  const noted = { id, at: known?.at ?? Date.now(), fate, event };
  log = known ? log.map((one) => (one === known ? noted : one)) : [noted, ...log].slice(0, most);
  for (const listener of listeners) listener();
}

/** Those that waited, and wait for nothing any more. */
export function noteDropped(): void {
  for (const { id, fate, event } of log) if (fate === 'waiting') noteEvent(id, 'dropped', event);
}

export function onLogged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
