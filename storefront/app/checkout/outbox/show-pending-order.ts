import { readToken } from '../../platform/session/cart-token.ts';
import { currentDraft } from '../state/checkout-draft.ts';
import { showPlaced } from '../state/placed-order.ts';
import { currentOrders } from './current-orders.ts';
import { pendingOrderOf } from './order-outbox.ts';
import { ordersLoaded } from './order-queue.ts';

/**
 * Shows the order if the cart already became one, from another page or a closed browser, so that nothing is
 * ordered twice.
 * @returns whether there is such an order
 */
export async function showPendingOrder(): Promise<boolean> {
  await ordersLoaded;
  const order = pendingOrderOf(currentOrders().outbox, currentDraft().order, readToken());
  if (!order) return false;
  const { personal, way: shippingMethod } = currentDraft();
  const { addressInformation: of } = order.body;
  showPlaced({
    ...{ id: order.id, email: of.billingAddress?.email ?? personal.email ?? '' },
    ...{
      newAccount: false,
      customer: order.customer !== undefined,
      collect: shippingMethod?.needs === 'store',
    },
    payment: of.payment_method_code,
  });
  return true;
}
