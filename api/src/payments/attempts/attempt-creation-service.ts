import { randomInt } from 'node:crypto';
import { scaleCents } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import type { Sent } from '../../orders/placement/order-details.ts';
import { isUniqueViolation } from '../../orders/placement/order-placement-service.ts';
import {
  findSentPayable,
  holdOrder,
  holdPending,
  type Pending,
  payOtherwise,
  pendingFingerprint,
} from '../../orders/placement/pending-order-service.ts';
import type { Sender } from '../../orders/records/order-context.ts';
import { refuseStranger } from '../../orders/records/order-context.ts';
import { retried } from '../../platform/database/transaction-retry.ts';
import {
  type AttemptRow,
  findAttempt,
  insertAttempt,
  readAttempts,
  shortLength,
} from '../records/attempt-store.ts';
import type { Payments, Provider } from '../records/payment-context.ts';

type Begun = Omit<Pending, 'id'> & { reference: string };
type SentPending = Sent & { checkoutReference: string };

/** Time by which the stock of an order is held longer than the provider's payment deadline. */
export const graceMs = 15 * 60 * 1000;

/**
 * Writes a pending order with an online payment method, and an attempt to pay it (spec D6). The client
 * chooses the reference; a repeated request gets the same response. An unpaid order may get another attempt
 * with another reference and payment method, as long as its content is the same.
 * @throws Problem as `placeOrder`; order_paid, payment_over
 */
export async function beginPayment(payments: Payments, sender: Sender, sent: SentPending): Promise<Begun> {
  const order_id = (sent.order_id ?? sent.checkoutReference).toLowerCase();
  const normalized = { ...sent, order_id, checkoutReference: sent.checkoutReference.toLowerCase() };
  const code = sent.addressInformation.payment_method_code;
  const provider = isProviderCode(code) ? payments.providers.get(code) : undefined;
  if (!provider) throw new Problem('payment_method_unknown');
  return retried(() => begin(payments, sender, normalized, provider)).catch(async (error: unknown) => {
    // A concurrent request with the same reference was first.
    if (isUniqueViolation(error)) return begin(payments, sender, normalized, provider);
    throw error;
  });
}

async function begin(
  payments: Payments,
  sender: Sender,
  sent: SentPending & { order_id: string },
  provider: Provider,
): Promise<Begun> {
  const { db, orders, now } = payments;
  const reference = sent.checkoutReference;
  const order = await findSentPayable(db, sent.order_id);
  const before = await findAttempt(db, reference);
  if (order || before) {
    if (!order) throw new Problem('idempotency_conflict');
    refuseStranger(order, sender);
    if (order.fingerprint.toString('hex') !== pendingFingerprint(sent))
      throw new Problem('idempotency_conflict');
    if (before) return repeatedResult(before, order.id, provider.code);
    return another(payments, order.id, reference, provider);
  }
  let begun: Begun | undefined;
  // The redirect extends this deadline.
  const heldUntil = new Date(now().getTime() + graceMs);
  await holdOrder(orders, sender, sent, heldUntil, async (trx, pending) => {
    begun = await insert(payments, trx, reference, provider, pending);
  });
  return begun!;
}

function repeatedResult(attempt: AttemptRow, orderId: number, code: ProviderCode): Begun {
  if (attempt.order_id !== orderId || attempt.provider !== code) throw new Problem('idempotency_conflict');
  const { reference, amount_cents, currency } = attempt;
  return { reference, amount_cents, currency, totals: attempt.totals as Begun['totals'] };
}

const maxAttempts = 10;

/**
 * Adds an attempt to an existing order.
 * @throws Problem order_paid, payment_over
 */
function another(payments: Payments, orderId: number, reference: string, provider: Provider): Promise<Begun> {
  return payments.db.transaction().execute(async (trx) => {
    const order = (await holdPending(trx, orderId))!;
    if (order.state === 'expired' || order.state === 'canceled') throw new Problem('payment_over');
    if (order.state !== 'pending_payment')
      throw new Problem('order_paid', {}, [], { orderNumber: order.number });
    await payOtherwise(payments.orders, trx, order, provider.code);
    const before = await readAttempts(trx, orderId);
    // Each attempt extends the stock hold, so their number is limited.
    if (before.length >= maxAttempts) throw new Problem('payment_over');
    return insert(payments, trx, reference, provider, {
      id: orderId,
      amount_cents: order.grand_total_cents,
      currency: order.currency,
      totals: before[0]!.totals as Begun['totals'],
    });
  });
}

async function insert(
  { now, mode }: Payments,
  db: Db,
  reference: string,
  provider: Provider,
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
export function chargedBy({ presented }: Provider, amount: Charge): Charge {
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
