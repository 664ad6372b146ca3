import { randomInt } from 'node:crypto';
import { scaleCents } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import type { Sent } from '../../orders/placement/order-details.ts';
import { isSameMeaning, pendingFingerprint } from '../../orders/placement/order-fingerprint.ts';
import { orderIdOf } from '../../orders/placement/order-id.ts';
import { isUniqueViolation } from '../../orders/placement/order-placement-service.ts';
import {
  awaitsPayment,
  findSentPayable,
  isPayable,
  lockPayableOrder,
} from '../../orders/placement/payable-order-service.ts';
import {
  holdLonger,
  maxHoldMs,
  type Pending,
  payOtherwise,
  reopen,
  writePendingOrder,
} from '../../orders/placement/pending-order-service.ts';
import type { OrderSender } from '../../orders/records/order-context.ts';
import { requireOrderOwner } from '../../orders/records/order-context.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  readAttempts,
  shortLength,
} from '../records/attempt-store.ts';
import type { Payments } from '../records/payment-context.ts';
import { holdGraceMs } from './unpaid-hold-service.ts';

type Begun = Omit<Pending, 'id'> & { reference: string };
type SentPending = Sent & { checkoutReference: string };

/**
 * Writes a pending order with an online payment method, and an attempt to pay it (spec D6). The client
 * chooses the reference; a repeated request gets the same response. An unpaid order may get another attempt
 * with another reference and payment method, as long as its content is the same.
 * @throws Problem as `placeOrder`; order_paid, payment_over
 */
export async function beginPayment(
  payments: Payments,
  sender: OrderSender,
  sent: SentPending,
): Promise<Begun> {
  const order_id = orderIdOf(sent.order_id ?? sent.checkoutReference);
  const normalized = { ...sent, order_id, checkoutReference: sent.checkoutReference.toLowerCase() };
  const code = sent.addressInformation.payment_method_code;
  const provider = isProviderCode(code) ? payments.providers.get(code) : undefined;
  if (!provider) throw new Problem('payment_method_unknown');
  return retryTransaction(() => begin(payments, sender, normalized, provider)).catch(
    async (error: unknown) => {
      // A concurrent request with the same reference was first.
      if (isUniqueViolation(error)) return begin(payments, sender, normalized, provider);
      throw error;
    },
  );
}

async function begin(
  payments: Payments,
  sender: OrderSender,
  sent: SentPending & { order_id: string },
  provider: PaymentProvider,
): Promise<Begun> {
  const { db, orders, now } = payments;
  const reference = sent.checkoutReference;
  const order = await findSentPayable(db, sent.order_id);
  const before = await findAttempt(db, reference);
  if (order || before) {
    if (!order) throw new Problem('idempotency_conflict');
    requireOrderOwner(order, sender);
    if (!isSameMeaning(order, sent, sender, pendingFingerprint)) throw new Problem('idempotency_conflict');
    if (before) return repeatedResult(before, order.id, provider.code);
    return addAttempt(payments, order.id, reference, provider);
  }
  // The redirect extends this deadline.
  const heldUntil = new Date(now().getTime() + holdGraceMs);
  return writePendingOrder(orders, sender, { sent, heldUntil }, (trx, pending) =>
    insert(payments, trx, { reference, provider }, pending),
  );
}

function repeatedResult(attempt: AttemptRow, orderId: number, code: ProviderCode): Begun {
  if (attempt.order_id !== orderId || attempt.provider !== code) throw new Problem('idempotency_conflict');
  const { reference, amount_cents, currency } = attempt;
  // `insert` wrote these totals.
  return { reference, amount_cents, currency, totals: attempt.totals as Begun['totals'] };
}

const maxAttempts = 10;

/**
 * Adds an attempt to an existing order.
 * @throws Problem order_paid, payment_over, unpaid_order_limit, unpaid_stock_limit
 */
export function addAttempt(
  payments: Payments,
  orderId: number,
  reference: string,
  provider: PaymentProvider,
): Promise<Begun> {
  return payments.db.transaction().execute(async (trx) => {
    const held = await lockPayableOrder(trx, orderId);
    const at = payments.now();
    if (held.orderedWith !== undefined)
      throw new Problem('order_paid', {}, [], { orderNumber: held.orderedWith });
    // The rest of the time to pay is too short for another attempt.
    if (at.getTime() > held.placed_at.getTime() + maxHoldMs - holdGraceMs && isPayable(held, at))
      throw new Problem('payment_over');
    const order = await reopen(payments.orders, trx, held, at);
    if (held.state === 'expired') await holdLonger(trx, orderId, new Date(at.getTime() + holdGraceMs));
    if (order.state === 'expired' || order.state === 'canceled') throw new Problem('payment_over');
    if (!awaitsPayment(order)) throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    await payOtherwise(payments.orders, trx, order, provider.code);
    const before = await readAttempts(trx, orderId);
    // Each attempt extends the stock hold, so their number is limited.
    if (before.length >= maxAttempts) throw new Problem('payment_over');
    return insert(
      payments,
      trx,
      { reference, provider },
      {
        id: orderId,
        amount_cents: order.grand_total_cents,
        currency: order.currency,
        // `insert` wrote these totals, in the transaction of the order: a payable order has an attempt.
        totals: before[0]!.totals as Begun['totals'],
      },
    );
  });
}

async function insert(
  { now, mode }: Payments,
  db: Db,
  { reference, provider }: { reference: string; provider: PaymentProvider },
  { id, ...pending }: Pending,
): Promise<Begun> {
  const charge = chargedBy(provider, { cents: pending.amount_cents, currency: pending.currency });
  await insertAttempt(db, {
    ...pending,
    ...{
      reference,
      order_id: id,
      provider: provider.code,
      mode,
      short_reference: newShort(),
      created_at: now(),
    },
    ...{ charge_cents: charge.cents, charge_currency: charge.currency },
  });
  return { reference, ...pending };
}

/** The charge at the provider: the order's own amount, or the converted amount of PayPal (spec D29). */
export function chargedBy({ presented }: PaymentProvider, amount: Charge): Charge {
  if (!presented) return amount;
  const cents = scaleCents(amount.cents, 10_000, presented.rate);
  if (cents < 1) throw new Problem('payment_method_unknown');
  return { cents, currency: presented.currency };
}

/** Without 0, O, 1 and I, because people read these references to each other on the telephone. */
const referenceCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const newShort = (): string =>
  Array.from({ length: shortLength }, () => referenceCharacters[randomInt(referenceCharacters.length)]).join(
    '',
  );
