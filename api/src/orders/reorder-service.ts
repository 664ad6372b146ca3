import { addReorderItems, type ReorderResult } from '../cart/again-service.ts';
import { getCart } from '../cart/cart-service.ts';
import { sellingView } from '../cart/carts.ts';
import type { WriteKey } from '../cart/write.ts';
import type { Orders, Sender } from './orders.ts';
import type { StoredOrder } from './store.ts';

/**
 * Puts the products of an order into the sender's cart again, as far as they are available (ORD-1).
 * @returns the added and the unavailable products, and the cart's version after the write
 * @throws Problem cart_not_found, idempotency_conflict
 */
export async function addOrderToCart(
  { carts }: Orders,
  { shopper, cartToken }: Sender,
  { lines }: StoredOrder,
  key: WriteKey,
): Promise<{ result: ReorderResult; version: number }> {
  const cart = await getCart(carts, cartToken, shopper, key.key);
  const view = sellingView(carts, cart.cart, shopper);
  const items = lines.map(({ sku, parent_sku, name, qty, product_option }) => ({
    ...{ sku, name, qty, product_option },
    parentSku: parent_sku || undefined,
  }));
  const done = await addReorderItems(carts, { ...shopper, view }, cart, items, key);
  return { result: done.result, version: done.cart.version };
}
