import { createStore, useStore } from '../../platform/state/store.ts';

/** What each promotion lacks that the cart has begun, in words and by code; empty until a cart is loaded. */
export const startedDeals = createStore<ReadonlyMap<string, string>>(new Map());

/** What the promotion with this code lacks, live; a component renders again only if that changes. */
export const useStartedDeal = (code: string | undefined): string | undefined =>
  useStore(
    { subscribe: startedDeals.subscribe, get: () => (code ? startedDeals.get().get(code) : undefined) },
    undefined,
  );
