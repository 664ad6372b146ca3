import type { Text } from '../../platform/i18n/text.ts';

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';

/** A notice to show. Without `timeToLive` it has the default time-out; errors stay until dismissed. */
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

/** An action of the notice; running it dismisses the notice. */
export interface NoticeAction {
  label: string;
  run: () => void;
}

/** An action that only dismisses the notice. */
export const okAction = (t: Text['t']): NoticeAction => ({ label: t('notice.ok'), run: () => {} });

export interface Notice extends NoticeText {
  id: number;
}

/** The visible notices, oldest first, and the history, newest first. */
export interface Notices {
  shown: readonly Notice[];
  history: readonly Notice[];
  nextId: number;
}

export const noNotices: Notices = { shown: [], history: [], nextId: 1 };

/** Spec commerce 9: default time-out of a notice, in milliseconds. */
const defaultTimeToLive = 3000;
const maxHistory = 20;

/** Shows a notice, unless it equals the last one on the screen (spec commerce 4 «Notifications»). */
export function notify(notices: Notices, text: NoticeText): Notices {
  const last = notices.shown.at(-1);
  if (last && last.kind === text.kind && last.message === text.message) return notices;
  const notice = { ...text, id: notices.nextId };
  return {
    shown: [...notices.shown, notice],
    history: [notice, ...notices.history].slice(0, maxHistory),
    nextId: notices.nextId + 1,
  };
}

/** Removes a notice from the screen; it stays in the history (spec D27). */
export function dismiss(notices: Notices, id: number): Notices {
  return { ...notices, shown: notices.shown.filter((notice) => notice.id !== id) };
}

/** The time-out of a notice in milliseconds; undefined when only the shopper dismisses it (spec D27). */
export function timeToLive(notice: NoticeText): number | undefined {
  if (notice.hasNoTimeout || notice.kind === 'error') return undefined;
  return notice.timeToLive ?? defaultTimeToLive;
}

export interface NoticeLabels {
  region: string;
  close: string;
  kinds: Record<NoticeKind, string>;
}
