import type { Text } from '../i18n/text.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

/** What somebody wants said. Without `timeToLive` it stays the default time; errors stay until dismissed. */
export interface NoticeText {
  kind: NoticeKind;
  message: string;
  /** Milliseconds. */
  timeToLive?: number;
  /** Stays until dismissed, whatever its kind. */
  hasNoTimeout?: boolean;
  action?: NoticeAction;
  action2?: NoticeAction;
}

/** Something to do about it; doing it takes the notice away. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

/** All there is to do about it: it was read. */
export const okAction = (t: Text['t']): NoticeAction => ({ label: t('notice.ok'), run: () => {} });

export interface Notice extends NoticeText {
  id: number;
}

/** What is on the screen, oldest first, and what was said before, newest first. */
export interface Notices {
  shown: readonly Notice[];
  history: readonly Notice[];
  nextId: number;
}

export const noNotices: Notices = { shown: [], history: [], nextId: 1 };

/** Commerce 9: how long a notice stays, in milliseconds. */
export const defaultTimeToLive = 3000;
const longestHistory = 20;

/** Says something, unless it is on the screen as the last thing said (commerce 4 «Notifications»). */
export function notify(notices: Notices, text: NoticeText): Notices {
  const last = notices.shown.at(-1);
  if (last && last.kind === text.kind && last.message === text.message) return notices;
  const notice = { ...text, id: notices.nextId };
  return {
    shown: [...notices.shown, notice],
    history: [notice, ...notices.history].slice(0, longestHistory),
    nextId: notices.nextId + 1,
  };
}

/** Takes a notice off the screen; it can still be read in the history (decision 27). */
export function dismiss(notices: Notices, id: number): Notices {
  return { ...notices, shown: notices.shown.filter((notice) => notice.id !== id) };
}

/** How long a notice stays in milliseconds, or undefined when only the shopper ends it (decision 27). */
export function timeToLive(notice: NoticeText): number | undefined {
  if (notice.hasNoTimeout || notice.kind === 'error') return undefined;
  return notice.timeToLive ?? defaultTimeToLive;
}
