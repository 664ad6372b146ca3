import { createStore, useStore } from '../../platform/state/store.ts';
import type { StartedDealText } from './deal-progress.ts';

/** Words what promotions lack that the cart has begun; nothing until a cart is loaded. */
export const startedDeals = createStore<StartedDealText>(() => undefined);

/** What the first begun promotion of these lacks, live; a component renders again only if that changes. */
export const useStartedDeal = (codes: readonly string[] | undefined): string | undefined =>
  useStore({ subscribe: startedDeals.subscribe, get: () => startedDeals.get()(codes) }, undefined);
