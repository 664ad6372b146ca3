import { maxRecentlyViewed } from '@fynbos/core/accounts/customer-data-limits.ts';
import { ownKey } from '../platform/storage/store-view-storage.ts';
import { withNew, without, withSeen } from './list-rules.ts';
import { markUnsaved } from './list-sync-status.ts';
import { type ListedProduct, listedProduct, readListed } from './listed-product.ts';
import { type StoredList, storedList } from './stored-list.ts';

/** How many products can be compared side by side. */
export const maxCompared = 4;

/** The lists of spec accounts 4.6 and wire contract 8.9, under their names in browser storage. */
export const wishlist = accountList('wishlist', storedList(ownKey('current-wishlist'), readListed));
export const compareList = accountList('compare', storedList(ownKey('current-compare'), readListed));
export const recentlyViewed = accountList(
  'recently-viewed',
  storedList(ownKey('recently-viewed'), readListed),
);

/**
 * A list that is also kept in the account, under a name of its own. A change can come before the session of the page
 * is known: it is unsaved from then on, or the list of the account would replace it.
 */
function accountList(name: string, list: StoredList<ListedProduct>): StoredList<ListedProduct> {
  const set = (items: readonly ListedProduct[]) => {
    markUnsaved(name, true);
    list.set(items);
  };
  return { ...list, set };
}

type Shown = Omit<ListedProduct, 'qty' | 'added_at'>;

/** Puts a product on the wishlist or the compare list; ignored if it is already listed. */
export function addTo(list: StoredList<ListedProduct>, product: Shown, now = new Date()): void {
  list.set(withNew(list.get(), listedProduct(product, now)));
}

export function removeFrom(list: StoredList<ListedProduct>, sku: string): void {
  list.set(without(list.get(), sku));
}

/** Records that a product was viewed. */
export function seeProduct(product: Shown, now = new Date()): void {
  recentlyViewed.set(withSeen(recentlyViewed.get(), listedProduct(product, now), maxRecentlyViewed));
}
