import { randomUUID } from 'node:crypto';
import { payOnDelivery } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import { lockPayableOrder } from '../../orders/placement/payable-order-service.ts';
import { addMoney } from '../../orders/placement/pending-order-service.ts';
import { insertAttempt, updateAttempt } from '../records/attempt-store.ts';
import { insertEntry } from '../records/ledger-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { newShort } from './attempt-creation-service.ts';

/**
 * Books the money of an order with payment on delivery, once, within the caller's transaction. A payment at
 * the door is a paid attempt and a capture like any other, so it can be refunded.
 * @returns the booked amount in cents; 0 if the order is paid otherwise, or was booked before
 */
export async function bookDeliveryPayment(
  { now, mode }: Pick<PaymentContext, 'now' | 'mode'>,
  db: Db,
  orderId: number,
): Promise<number> {
  const order = await lockPayableOrder(db, orderId);
  const { number, currency, grand_total_cents: cents } = order;
  if (order.payment_method !== payOnDelivery || order.captured_cents > 0 || cents === 0) return 0;
  const at = now();
  // One payment for each order: the ledger accepts a transaction id once.
  const transaction_id = `delivery-${number}`;
  const charge = { charge_cents: cents, charge_currency: currency };
  const attempt = await insertAttempt(db, {
    ...{ reference: randomUUID(), short_reference: newShort(), order_id: order.id, provider: payOnDelivery },
    ...{ mode, amount_cents: cents, currency, ...charge, totals: {}, created_at: at },
  });
  await updateAttempt(db, attempt.id, { state: 'paid', provider_id: transaction_id }, at);
  await insertEntry(db, {
    ...{
      attempt_id: attempt.id,
      order_id: order.id,
      kind: 'capture',
      provider: payOnDelivery,
      transaction_id,
    },
    ...{ debit: `provider:${payOnDelivery}`, credit: `order:${number}` },
    ...{ ...charge, value_cents: cents, occurred_at: at },
  });
  await addMoney(db, order.id, { captured: cents });
  return cents;
}
