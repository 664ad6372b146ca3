import type { PageProduct } from '@fynbos/core/content/contract.ts';
import type { Requester } from '../../catalogue/state/catalogue-queries.ts';
import { requiresChoice } from '../../catalogue/state/choice-required.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { requestCards } from '../../lists/use-current-cards.ts';
import { isOrderable } from '../../pricing/unknown-price.ts';

/** A product that a page is about, and how many a shopper needs (spec D67). */
export interface NeededProduct {
  product: CardProduct;
  qty: number;
}

/** The products of a page that the shop sells, in the page's order. */
export async function loadPageProducts(
  products: readonly PageProduct[],
  requester: Requester,
): Promise<NeededProduct[]> {
  if (products.length === 0) return [];
  const cards = await requestCards(
    products.map(({ sku }) => sku),
    requester,
  );
  const bySku = new Map(cards.map((card) => [card.sku, card]));
  return products.flatMap(({ sku, qty }) => {
    const product = bySku.get(sku);
    return product ? [{ product, qty }] : [];
  });
}

/** Whether a product can be added without a choice. */
export const isAddable = ({ product }: NeededProduct): boolean =>
  product.stock?.is_in_stock !== false && !requiresChoice(product) && isOrderable(product);
