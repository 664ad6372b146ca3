import type { ShopEvent } from './ga4-event.ts';

/** The state of an event. */
export type Fate = 'waiting' | 'sent' | 'dropped';

export interface Logged {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  fate: Fate;
  event: ShopEvent;
}

const maxEntries = 100;
const isWanted = document.documentElement.dataset.debug !== undefined;
const listeners = new Set<() => void>();
let log: readonly Logged[] = [];

/** The events of this document, newest first; empty unless the debug view is on. */
export const loggedEvents = (): readonly Logged[] => log;

export function noteEvent(id: string, fate: Fate, event: ShopEvent): void {
  if (!isWanted) return;
  const known = log.find((entry) => entry.id === id);
  const noted = { id, at: known?.at ?? Date.now(), fate, event };
  log = known ? log.map((entry) => (entry === known ? noted : entry)) : [noted, ...log].slice(0, maxEntries);
  for (const listener of listeners) listener();
}

/** Marks waiting events as dropped. */
export function noteDropped(): void {
  for (const { id, fate, event } of log) if (fate === 'waiting') noteEvent(id, 'dropped', event);
}

export function onLogged(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
