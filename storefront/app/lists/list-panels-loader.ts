import type { ComponentType } from 'react';
import { createStore, useStore } from '../platform/state/store.ts';
import { type Listable, replacement, replacementPanel, wishlistPanel } from './list-panels.ts';

/** The panels are loaded when a shopper opens one, and remain on the page from then on. */
const panels = createStore<ComponentType | undefined>(undefined);

/** Loads the panels; rejects if they cannot be loaded. */
async function fetchListPanels(): Promise<void> {
  panels.set((await import('./list-panels.lazy.tsx')).ListPanels);
}

export async function openWishlist(show: (panel: string) => void): Promise<void> {
  await fetchListPanels();
  show(wishlistPanel);
}

/** Opens the choice of the compared product that the new one replaces. */
export async function offerReplacement(product: Listable, show: (panel: string) => void): Promise<void> {
  await fetchListPanels();
  replacement.set(product);
  show(replacementPanel);
}

export const useListPanels = (): ComponentType | undefined => useStore(panels, undefined);
