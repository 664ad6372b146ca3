import type { Waiting } from './shop-event.ts';

const key = 'analytics-events';
/** Who stays away for a whole session's worth of shopping loses the oldest. */
const most = 50;

let here: readonly Waiting[] = [];

/** What was not told yet, oldest first: kept for the next document of this tab, and no longer than the tab. */
export function waitingEvents(): readonly Waiting[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '[]') as Waiting[];
  } catch {
    return here;
  }
}

export function putEvent(event: Waiting): void {
  keep([...waitingEvents(), event].slice(-most));
}

export function takeEvent(id: string): void {
  keep(waitingEvents().filter((one) => one.id !== id));
}

export function dropEvents(): void {
  keep([]);
}

function keep(events: readonly Waiting[]): void {
  here = events;
  try {
    if (events.length > 0) sessionStorage.setItem(key, JSON.stringify(events));
    else sessionStorage.removeItem(key);
  } catch {
    // They wait while the page lives.
  }
}
