import { createStore, type Store } from '../state/store.ts';
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
const isWanted = () => document.documentElement.dataset.debug !== undefined;
const log = createStore<readonly Logged[]>([]);

/** The events of this document, newest first; empty unless the debug view is on. */
export const eventLog: Pick<Store<readonly Logged[]>, 'get' | 'subscribe'> = log;

export function noteEvent(id: string, fate: Fate, event: ShopEvent): void {
  if (!isWanted()) return;
  const entries = log.get();
  const known = entries.find((entry) => entry.id === id);
  const noted = { id, at: known?.at ?? Date.now(), fate, event };
  log.set(
    known
      ? entries.map((entry) => (entry === known ? noted : entry))
      : [noted, ...entries].slice(0, maxEntries),
  );
}

/** Marks waiting events as dropped. */
export function noteDropped(): void {
  for (const { id, fate, event } of log.get()) if (fate === 'waiting') noteEvent(id, 'dropped', event);
}
