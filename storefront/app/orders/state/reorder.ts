import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { reorder } from '@fynbos/core/orders/contract.ts';
import { loadCart } from '../../cart/components/cart-loader.ts';

/** The result of a reorder: the added lines, and the unavailable lines with a problem code. */
export type ReorderResult = ResultOf<typeof reorder>;

/**
 * Adds the available lines of an order to the cart, which is created if needed. Throws ApiProblem.
 * @param key the same for a retry, so that nothing is added twice
 */
export async function reorderIntoCart(
  of: { orderNumber: string } | { link: string },
  key: string,
): Promise<ReorderResult> {
  const { cart, cartActions } = await loadCart();
  try {
    const response = await cartActions.requestCreatingCart(({ token, customer }) =>
      cart.parts.call(reorder, { cartToken: token, key, body: of }, customer),
    );
    return response.result;
  } finally {
    // Also after a lost response, because the shop decides the content of the cart.
    void cartActions.refresh({ force: true });
  }
}
