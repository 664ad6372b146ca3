import { readToken } from '../cart/cart-keys.ts';
import { currentDraft } from './draft.ts';
import { currentOrders } from './kept-orders.ts';
import { underWay } from './order-box.ts';
import { ordersLoaded } from './order-queue.ts';
import { showPlaced } from './placed.ts';

/**
 * What is in the cart may be on its way already, from another page or a browser that was closed: then that is shown, and
 * nothing is ordered twice.
 *
 * @returns whether it is
 */
export async function showUnderWay(): Promise<boolean> {
  await ordersLoaded;
  const order = underWay(currentOrders().box, currentDraft().order, readToken());
  if (!order) return false;
  const { personal, way } = currentDraft();
  const { addressInformation: of } = order.body;
  showPlaced({
    ...{ id: order.id, email: of.billingAddress?.email ?? personal.email ?? '' },
    ...{ newAccount: false, customer: order.customer !== undefined, collect: way?.needs === 'store' },
    payment: of.payment_method_code,
  });
  return true;
}
