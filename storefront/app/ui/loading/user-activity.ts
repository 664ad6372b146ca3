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

/** How long parts are rendered before the browser may paint and handle input, in milliseconds. */
const sliceMs = 8;
const slice = { turn: Promise.resolve(), end: 0 };

/**
 * Resolves when the caller may render: after the callers before it, while no button or key is held down. The browser
 * paints and handles input between slices of some milliseconds, which matters when dozens of parts arrive at once.
 */
export function renderTurn(): Promise<void> {
  slice.turn = slice.turn.then(async () => {
    await released();
    if (performance.now() < slice.end) return;
    await nextTask();
    // A press may have begun.
    await released();
    slice.end = performance.now() + sliceMs;
  });
  return slice.turn;
}

/** Unlike a timer, a message is not delayed. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
