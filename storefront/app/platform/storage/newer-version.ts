import { createEmitter } from '../state/store.ts';

let isDetected = false;
let isNotified = false;
const reports = createEmitter();

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
  const unsubscribe = reports.subscribe(listener);
  notifyListeners();
  return unsubscribe;
}

function notifyListeners(): void {
  if (!isDetected || isNotified || !reports.isObserved()) return;
  isNotified = true;
  reports.emit();
}
