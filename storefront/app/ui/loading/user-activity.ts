import { createStore } from '../../platform/state/store.ts';

/**
 * First user activity with any input device, in this tab or another. A page that is only read needs no more
 * code.
 */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'storage'] as const;
/** The longest press that is waited for, in milliseconds. */
const maxPressMs = 3000;

const activity = Promise.withResolvers<void>();
const release = createStore(Promise.resolve());

/** Resolves at the first user activity, once per page. */
export const firstActivity = activity.promise;
export const reportActivity = activity.resolve;

/**
 * Resolves when the pressed button or key is released. An element that replaces another between press and
 * release receives neither event.
 */
export const released = release.get;

/** Called before anything else on a page. A press may precede it (`early-presses.ts`). */
export function watchActivity(): void {
  for (const type of activityEvents)
    addEventListener(type, () => reportActivity(), { once: true, passive: true });
  for (const begin of ['pointerdown', 'keydown']) addEventListener(begin, hold, { passive: true });
}

function hold(event: Event): void {
  if (event instanceof KeyboardEvent && event.key !== ' ') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  release.set(promise);
  setTimeout(resolve, maxPressMs);
  // The click follows the release; on touch screens it arrives in its own task.
  for (const end of ['pointerup', 'pointercancel', 'keyup'])
    addEventListener(end, () => setTimeout(resolve, 50), { once: true, passive: true });
}
