import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { reorder } from '@fynbos/core/orders/contract.ts';
import { openCart } from '../cart/cart-door.ts';

/** What came of ordering the same again: what is in the cart now, and what could not be had, with the code of why. */
export type OrderedAgain = ResultOf<typeof reorder>;

/**
 * Puts what can be had of an order into the cart, which is made where there is none. Throws ApiProblem.
 *
 * @param key the same when it is tried once more, so that nothing is added twice
 */
export async function orderAgain(
  of: { orderNumber: string; email?: string | undefined },
  key: string,
): Promise<OrderedAgain> {
  const { refresh } = await openCart();
  const { cart } = await import('../cart/open-cart.ts');
  try {
    const answer = await cart.askNew(({ token, customer }) =>
      cart.parts.call(reorder, { cartToken: token, key, body: of }, customer),
    );
    return answer.result;
  } finally {
    // Also after an answer that was lost on the way: what is in the cart is what the shop says.
    void refresh({ force: true });
  }
}
