import { type ComponentType, useSyncExternalStore } from 'react';

/** The picker is fetched when somebody wants to choose, and stands on the page from then on. */
let Picker: ComponentType | undefined;
const listeners = new Set<() => void>();

/** Fetches the picker; rejects when it cannot be had. */
export async function fetchStorePicker(): Promise<void> {
  Picker ??= (await import('./store-picker.tsx')).StorePicker;
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
