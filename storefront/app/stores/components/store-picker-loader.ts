import type { ComponentType } from 'react';
import { createStore, useStore } from '../../platform/state/store.ts';

/** The store picker is loaded when a shopper wants to choose a store, and remains on the page from then on. */
const picker = createStore<ComponentType | undefined>(undefined);

/** Loads the picker; rejects if it cannot be loaded. */
export async function fetchStorePicker(): Promise<void> {
  picker.set((await import('./store-picker.lazy.tsx')).StorePicker);
}

export const useStorePicker = (): ComponentType | undefined => useStore(picker, undefined);
