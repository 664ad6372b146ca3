import { consentedStore } from './consented-storage.ts';
import type { PendingEvent } from './ga4-event.ts';

/** Beyond this limit the oldest events are dropped. */
const maxWaiting = 50;

/**
 * Events that are not sent yet, oldest first. They are stored for the next document of this tab, and
 * deleted with the tab.
 */
export const waitingEvents = consentedStore<readonly PendingEvent[]>(
  'session',
  'analytics-events',
  [],
  (stored, inMemory) => [...stored, ...inMemory],
);

export function putEvent(event: PendingEvent): void {
  waitingEvents.set([...waitingEvents.get(), event].slice(-maxWaiting));
}

export function removeEvent(id: string): void {
  waitingEvents.set(waitingEvents.get().filter((entry) => entry.id !== id));
}
