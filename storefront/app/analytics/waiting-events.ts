import { keptAfterYes } from './kept-after-yes.ts';
import type { Waiting } from './shop-event.ts';

/** Who stays away for a whole session's worth of shopping loses the oldest. */
const most = 50;

/** What was not told yet, oldest first: kept for the next document of this tab, and no longer than the tab. */
export const waitingEvents = keptAfterYes<readonly Waiting[]>(
  () => sessionStorage,
  'analytics-events',
  [],
  (kept, here) => [...kept, ...here],
);

export function putEvent(event: Waiting): void {
  waitingEvents.set([...waitingEvents.get(), event].slice(-most));
}

export function takeEvent(id: string): void {
  waitingEvents.set(waitingEvents.get().filter((one) => one.id !== id));
}
