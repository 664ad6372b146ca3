import { mostViewed } from '@fynbos/core/accounts/value-limits.ts';
import { ownKey } from '../kept-here.ts';
import { type KeptList, keptList } from './kept-list.ts';
import { withNew, without, withSeen } from './list-rules.ts';
import { type ListedProduct, listedProduct, readListed } from './listed-product.ts';

/** How many products can be read side by side. */
export const mostSideBySide = 4;

/** The lists of accounts 4.6 and wire contract 8.9, under the names they have in browser storage. */
export const wishlist = keptList(ownKey('current-wishlist'), readListed);
export const compareList = keptList(ownKey('current-compare'), readListed);
export const recentlyViewed = keptList(ownKey('recently-viewed'), readListed);

type Shown = Omit<ListedProduct, 'qty' | 'added_at'>;

export function isListed(list: KeptList<ListedProduct>, sku: string): boolean {
  return list.all().some((item) => item.sku === sku);
}

/** Puts a product on the wishlist or the compare list; ignored if it is there. */
export function addTo(list: KeptList<ListedProduct>, product: Shown, now = new Date()): void {
  list.set(withNew(list.all(), listedProduct(product, now)));
}

export function removeFrom(list: KeptList<ListedProduct>, sku: string): void {
  list.set(without(list.all(), sku));
}

/** Remembers that a product was looked at. */
export function seeProduct(product: Shown, now = new Date()): void {
  recentlyViewed.set(withSeen(recentlyViewed.all(), listedProduct(product, now), mostViewed));
}
