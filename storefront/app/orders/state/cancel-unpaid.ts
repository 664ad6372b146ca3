import { cancelUnpaidOrder } from '@fynbos/core/payments/contract.ts';
import { findStartedPayment } from '../../checkout/state/current-payment.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';

/**
 * Cancels an unpaid order. A payment that went through meanwhile stays; the status shows it.
 * @param ref id of the order or of one of its payments
 */
export async function cancelUnpaid(ref: string): Promise<void> {
  const cartToken = findStartedPayment(ref)?.cartToken;
  const options = { body: { checkoutReference: ref }, timeout: 30_000, ...(cartToken && { cartToken }) };
  await callAsShopper(cancelUnpaidOrder, options);
}
