import { createStore, useStore } from '../../platform/state/store.ts';

/** The last announcement, for a panel that covers the notices of the page. */
export interface Announcement {
  text: string;
  /** Also shown on screen, not only to screen readers. */
  shown: boolean;
}

const nothing: Announcement = { text: '', shown: false };
const current = createStore(nothing);

/** Announces a text politely to screen readers. A repeated text is announced again. */
export function announceText(text: string, shown = false): void {
  current.set({ text: current.get().text === text ? `${text}\u00a0` : text, shown });
}

/** Empties the announcement when the panel or page that shows it closes: the next one must not repeat it. */
export const clearAnnouncement = (): void => current.set(nothing);

export function useAnnouncement(): Announcement {
  return useStore(current, nothing);
}
