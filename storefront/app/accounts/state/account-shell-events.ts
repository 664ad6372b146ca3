const listeners = new Set<() => void>();

/** Notifies subscribers that the account state may have changed. */
export function notifyAccountChange(): void {
  for (const listener of listeners) listener();
}

/**
 * Subscribes to changes of the account state.
 * @returns the unsubscribe function
 */
export function onAccountChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
