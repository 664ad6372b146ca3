let isDetected = false;
let isNotified = false;
const listeners = new Set<() => void>();

/**
 * A newer shop version in another tab has taken over the stored data. This page can use it only after a
 * reload.
 */
export function reportNewerShop(): void {
  isDetected = true;
  notifyListeners();
}

/**
 * Calls back once per page, also if it was reported before.
 * @returns a function that unsubscribes
 */
export function onNewer(listener: () => void): () => void {
  listeners.add(listener);
  notifyListeners();
  return () => void listeners.delete(listener);
}

function notifyListeners(): void {
  if (!isDetected || isNotified || listeners.size === 0) return;
  isNotified = true;
  for (const listener of listeners) listener();
}
