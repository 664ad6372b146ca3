import { createStore } from '../platform/state/store.ts';
import type { ListedProduct } from './listed-product.ts';

/** A product that can be listed: all that a list shows of it later. */
export type Listable = Omit<ListedProduct, 'qty' | 'added_at'>;

/** The ids of the panels of the lists. */
export const wishlistPanel = 'wishlist';
export const replacementPanel = 'compare-replacement';

/** The product that is to replace one of the compared products. */
export const replacement = createStore<Listable | undefined>(undefined);
