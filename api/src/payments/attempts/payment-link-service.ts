import { randomUUID } from 'node:crypto';
import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { isProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Sent } from '../../orders/placement/order-details.ts';
import { orderIdOf } from '../../orders/placement/order-id.ts';
import { findSentPayable, getPayableOrder, isPayable } from '../../orders/placement/payable-order-service.ts';
import type { OrderSender } from '../../orders/records/order-context.ts';
import { linkedOrderId, linkOf } from '../../orders/records/order-link.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import { mailedAddress, mailedPages } from '../../platform/mail/templates/mail-links.ts';
import { readAttempts } from '../records/attempt-store.ts';
import type { Payments } from '../records/payment-context.ts';
import { addAttempt, beginPayment } from './attempt-creation-service.ts';
import type { Viewed } from './payment-viewer.ts';
import type { HandingOff } from './provider-redirect-service.ts';

/** An order that awaits payment, and the address of the page on which its shopper pays. */
export interface OrderToPay {
  id: number;
  number: string;
  placedAt: Date;
  paymentLink: string;
}

/**
 * Writes the pending order of a client that has no payment pages (ADR-015). The same order always gets the
 * same link.
 * @returns undefined for a payment method that is not an online one of this shop
 * @throws Problem as `beginPayment`
 */
export async function orderToPay(
  payments: Payments,
  sender: OrderSender,
  sent: Sent,
): Promise<OrderToPay | undefined> {
  const code = sent.addressInformation.payment_method_code;
  if (!isProviderCode(code) || !payments.providers.has(code)) return undefined;
  const order_id = orderIdOf(sent.order_id ?? randomUUID());
  const checkoutReference = orderIdOf(`payment link ${order_id}`);
  await beginPayment(payments, sender, { ...sent, order_id, checkoutReference });
  // `beginPayment` wrote the order, or found it.
  const { id, number, placed_at: placedAt, store_code } = (await findSentPayable(payments.db, order_id))!;
  const shopUrl = payments.orders.viewUrls(store_code);
  const paymentLink = mailedAddress(
    shopUrl,
    mailedPages.paymentLink,
    linkOf(payments.linkSecret, 'payment link', order_id),
  );
  return { id, number, placedAt, paymentLink };
}

/**
 * The order of a payment link, with its newest attempt.
 * @throws Problem payment_not_found
 */
export async function getLinked(payments: Payments, link: string): Promise<Viewed> {
  const orderId = linkedOrderId(payments.linkSecret, 'payment link', link);
  const sent = orderId === undefined ? undefined : await findSentPayable(payments.db, orderId);
  const attempt = sent && (await readAttempts(payments.db, sent.id)).at(-1);
  if (!attempt) throw new Problem('payment_not_found');
  return { attempt, order: await getPayableOrder(payments.db, sent.id) };
}

/**
 * Redirects the holder of a payment link to the provider. If the last attempt can no longer be paid, another
 * one starts, as long as the order waits.
 * @throws Problem payment_not_found, payment_over, order_paid, and as `redirectToProvider`
 */
export async function redirectLinked(
  payments: Payments,
  { redirectToProvider }: HandingOff,
  link: string,
): ReturnType<HandingOff['redirectToProvider']> {
  const { order, attempt } = await getLinked(payments, link);
  if (order.orderedWith !== undefined)
    throw new Problem('order_paid', {}, [], { orderNumber: order.orderedWith });
  const provider = payments.providers.get(attempt.provider);
  const redirect = (reference: string) =>
    redirectToProvider(
      attempt.provider,
      { reference, grandTotal: undefined },
      { customerId: undefined, cartToken: undefined, viewTokens: [], linkedOrder: order.id },
    );
  const { state, expires_at } = attempt;
  const hasEnded = state === 'awaiting_shopper' && expires_at !== null && expires_at <= payments.now();
  const isOver = !attemptStates[state].open || hasEnded || attempt.mode !== payments.mode;
  if (!isPayable(order, payments.now()) || !isOver || !provider) return redirect(attempt.reference);
  const added = await retryTransaction(() => addAttempt(payments, order.id, randomUUID(), provider));
  return redirect(added.reference);
}
