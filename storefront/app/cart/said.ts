import { useSyncExternalStore } from 'react';

/** What was said last, for a panel that lies over the notices of the page. */
export interface Said {
  text: string;
  /** It matters to those who see as well. */
  shown: boolean;
}

const nothing: Said = { text: '', shown: false };
let said = nothing;
const listeners = new Set<() => void>();

/** Lets a screen reader say this when it pauses; the same words twice are said twice. */
export function say(text: string, shown = false): void {
  said = { text: said.text === text ? `${text}\u00a0` : text, shown };
  for (const listener of listeners) listener();
}

export function useSaid(): Said {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => said,
    () => nothing,
  );
}
