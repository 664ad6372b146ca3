import { type ComponentType, useSyncExternalStore } from 'react';

/** The store picker is loaded when a shopper wants to choose a store, and remains on the page from then on. */
let Picker: ComponentType | undefined;
const listeners = new Set<() => void>();

/** Loads the picker; rejects if it cannot be loaded. */
export async function fetchStorePicker(): Promise<void> {
  Picker ??= (await import('./store-picker.lazy.tsx')).StorePicker;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useStorePicker(): ComponentType | undefined {
  return useSyncExternalStore(
    listen,
    () => Picker,
    () => undefined,
  );
}
