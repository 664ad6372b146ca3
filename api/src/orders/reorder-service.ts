import { addAgain, type HadAgain } from '../cart/again-service.ts';
import { getCart } from '../cart/cart-service.ts';
import { sellingView } from '../cart/carts.ts';
import type { WriteKey } from '../cart/write.ts';
import type { Orders, Sender } from './orders.ts';
import type { KeptOrder } from './store.ts';

/**
 * Puts what an order was made of into the sender's cart again, as far as it can be had (ORD-1).
 *
 * @returns what was added and what was not, and the cart's version after it
 * @throws Problem cart_not_found, idempotency_conflict
 */
export async function orderAgain(
  { carts }: Orders,
  { shopper, cartToken }: Sender,
  { lines }: KeptOrder,
  key: WriteKey,
): Promise<{ result: HadAgain; version: number }> {
  const cart = await getCart(carts, cartToken, shopper, key.key);
  const view = sellingView(carts, cart.cart, shopper);
  const wanted = lines.map(({ sku, parent_sku, name, qty, product_option }) => ({
    ...{ sku, name, qty, product_option },
    parentSku: parent_sku || undefined,
  }));
  const done = await addAgain(carts, { ...shopper, view }, cart, wanted, key);
  return { result: done.answer, version: done.cart.version };
}
