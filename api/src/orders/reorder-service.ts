import { getCart } from '../cart/cart-service.ts';
import { viewOfCart } from '../cart/records/cart-context.ts';
import type { WriteKey } from '../cart/records/idempotent-write.ts';
import { addReorderItems, type ReorderResult } from '../cart/reorder-service.ts';
import type { OrderSender, Orders } from './records/order-context.ts';
import type { StoredOrder } from './records/order-store.ts';

/**
 * Puts the products of an order into the sender's cart again, as far as they are available (ORD-1).
 * @returns the added and the unavailable products, and the cart's version after the write
 * @throws Problem cart_not_found, idempotency_conflict
 */
export async function reorderItems(
  { carts }: Orders,
  { shopper, cartToken }: OrderSender,
  { lines }: StoredOrder,
  key: WriteKey,
): Promise<{ result: ReorderResult; version: number }> {
  const cart = await getCart(carts, cartToken, shopper, key.key);
  const view = viewOfCart(carts, cart.cart, shopper);
  const items = lines.map(({ sku, parent_sku, name, qty, product_option }) => ({
    ...{ sku, name, qty, product_option },
    parentSku: parent_sku || undefined,
  }));
  const done = await addReorderItems(carts, { ...shopper, view }, cart, { items, key });
  return { result: done.result, version: done.cart.version };
}
