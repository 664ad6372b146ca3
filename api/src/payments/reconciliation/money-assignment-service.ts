import { centsToText } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/payment-attempt.ts';
import { companies } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import {
  getPayableOrder,
  lockPayableOrder,
  mayBePlaced,
  type PayableOrder,
} from '../../orders/placement/payable-order-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { chargedBy, newShort } from '../attempts/attempt-creation-service.ts';
import { settleWithin } from '../attempts/payment-settlement-service.ts';
import type { Evidence, Movement, PaymentProvider } from '../providers/payment-provider.ts';
import {
  type AttemptRow,
  findAttemptOf,
  getAttempt,
  insertAttempt,
  readAttempts,
  shortLength,
  updateAttempt,
} from '../records/attempt-store.ts';
import { closeCases, readFindings } from '../records/payment-case-store.ts';
import type { PaymentContext } from '../records/payment-context.ts';
import { referenceOf } from '../records/payment-reference.ts';
import { findEntry } from '../records/read-store.ts';
import { reservedOf } from '../refunds/refund-service.ts';

/** How far back a provider's list is searched for a payment. */
const searchedMs = 31 * 24 * 3600 * 1000;
const hourMs = 3600 * 1000;

/** Money found at a provider. */
export interface FoundMoney {
  movement: Movement;
  /** The reference the payment carries, from this shop or elsewhere. */
  reference: string | undefined;
  evidence: Evidence;
}

/**
 * Finds received money at a provider, by transaction id, by payment id, or by our reference.
 * @throws ProviderUnreachable; UserFacingError if there is no payment under that name, or several
 */
export async function findMoney(
  payments: PaymentContext,
  provider: PaymentProvider,
  name: string,
): Promise<FoundMoney> {
  const listed = await findListed(payments, provider, name);
  if (listed) return listed;
  const evidence = await provider.query({ id: name, reference: name });
  const unbooked: Movement[] = [];
  for (const movement of evidence.paid)
    if (!(await findEntry(payments.db, provider.code, movement.transactionId, 'capture')))
      unbooked.push(movement);
  const [only] = unbooked;
  if (only && unbooked.length === 1) return { movement: only, reference: evidence.reference, evidence };
  const [first] = evidence.paid;
  if (!first)
    throw new UserFacingError(
      `${companies[provider.code]} has no payment under ${name}: its status is ${evidence.outcome} (${evidence.code}). Nothing was changed.`,
    );
  if (unbooked.length > 1)
    throw new UserFacingError(
      `${companies[provider.code]} has several payments under ${name}: ${unbooked.map(({ transactionId }) => transactionId).join(', ')}. Name one of them. Nothing was changed.`,
    );
  return { movement: first, reference: evidence.reference, evidence };
}

async function findListed(
  payments: PaymentContext,
  provider: PaymentProvider,
  name: string,
): Promise<FoundMoney | undefined> {
  if (!provider.list) return undefined;
  const now = payments.now().getTime();
  const rows = await provider.list(new Date(now - searchedMs), new Date(now + hourMs));
  const row = rows.find(({ kind, transactionId }) => kind === 'payment' && transactionId === name);
  if (!row) return undefined;
  const { transactionId, charge, reference } = row;
  const movement = { transactionId, charge };
  const evidence: Evidence = {
    ...{ outcome: 'paid', id: undefined, reference, paid: [movement], mode: payments.mode, code: 'listed' },
  };
  return { movement, reference, evidence };
}

/**
 * Books money without an order on the order it was meant for, through the settlement service. A movement
 * counts for one order only. A payment with a reference of this shop counts for the order of that
 * reference.
 * @param confirmed the received amount as confirmed by the operator: required if it differs from the amount
 * due
 * @returns the order afterwards
 * @throws UserFacingError if the money cannot be booked; nothing is changed then
 */
export function attachMoney(
  payments: PaymentContext,
  provider: PaymentProvider,
  { movement, reference, evidence }: FoundMoney,
  { orderId, confirmed }: { orderId: number; confirmed: number | undefined },
): Promise<PayableOrder> {
  return payments.db.transaction().execute(async (db) => {
    const order = await lockPayableOrder(db, orderId);
    await refuseBooked(db, provider, movement);
    const owner = await ownerOf(db, provider, reference);
    if (owner && owner.order_id !== order.id) {
      const { number } = await getPayableOrder(db, owner.order_id);
      throw new UserFacingError(
        `It was paid for the order ${number}, whose reference it carries: npm run admin -- payments query ${number}. Nothing was changed.`,
      );
    }
    if (owner && owner.mode !== payments.mode)
      throw new UserFacingError(
        `It carries the reference of a ${owner.mode} payment, and PAYMENTS is ${payments.mode} here. Nothing was changed.`,
      );
    await refuseAmount(db, provider, order, { charge: movement.charge, confirmed });
    const attempt = owner ?? (await insert(payments, db, provider, order));
    const asOurs = { ...evidence, id: undefined, reference: referenceOf(attempt), paid: [movement] };
    await settleWithin({ ...payments, db }, attempt, asOurs, 'admin');
    const entry = await findEntry(db, provider.code, movement.transactionId, 'capture');
    if (entry?.order_id !== order.id) throw await alreadyBookedError(db, provider, movement);
    const about = { provider: provider.code, transactionId: movement.transactionId };
    const note = `booked on order ${order.number}`;
    await closeCases(db, await readFindings(db, about), { by: 'operator', note, at: payments.now() });
    return await getPayableOrder(db, order.id);
  });
}

async function refuseBooked(db: Db, provider: PaymentProvider, movement: Movement): Promise<void> {
  if (await findEntry(db, provider.code, movement.transactionId, 'capture'))
    throw await alreadyBookedError(db, provider, movement);
}

async function alreadyBookedError(
  db: Db,
  provider: PaymentProvider,
  { transactionId }: Movement,
): Promise<UserFacingError> {
  const entry = await findEntry(db, provider.code, transactionId, 'capture');
  const order = entry && (await getPayableOrder(db, entry.order_id));
  return new UserFacingError(
    order
      ? `${transactionId} is in the ledger already, for the order ${order.number}. Nothing was changed.`
      : `${transactionId} could not be booked: test money counts in test mode only, and real money in live mode only. Nothing was changed.`,
  );
}

/** Finds the attempt whose reference a payment carries. */
async function ownerOf(
  db: Db,
  { code }: PaymentProvider,
  reference: string | undefined,
): Promise<AttemptRow | undefined> {
  const isOurs = reference !== undefined && reference.length === shortLength + 2;
  return isOurs ? findAttemptOf(db, code, { reference }) : undefined;
}

async function refuseAmount(
  db: Db,
  provider: PaymentProvider,
  order: PayableOrder,
  { charge, confirmed }: { charge: Charge; confirmed: number | undefined },
): Promise<void> {
  const waits = mayBePlaced(order);
  const paid = order.captured_cents - (await reservedOf(db, order.id));
  const left = { cents: waits ? Math.max(0, order.grand_total_cents - paid) : 0, currency: order.currency };
  const due = chargedBy(provider, left);
  const [came, expected] = [written(charge), written(due)];
  if (charge.currency !== due.currency)
    throw new UserFacingError(
      `${came} was received, but the order ${order.number} is paid in ${due.currency}: refund it on the provider’s website. Nothing was changed.`,
    );
  if (charge.cents === due.cents || charge.cents === confirmed) return;
  const mismatch = confirmed === undefined ? '' : `, not ${written({ ...charge, cents: confirmed })}`;
  throw new UserFacingError(
    `${came} was received${mismatch}, and ${expected} is left to be paid of the order ${order.number}, which is ${order.state}. To book it anyway, add the received amount at the end of the command; the excess is refunded. Nothing was changed.`,
  );
}

const written = ({ cents, currency }: Charge): string => `${currency} ${centsToText(cents)}`;

/** Inserts an attempt for a payment that was not started in the shop. */
async function insert(
  payments: PaymentContext,
  db: Db,
  provider: PaymentProvider,
  order: PayableOrder,
): Promise<AttemptRow> {
  const at = payments.now();
  const [first] = await readAttempts(db, order.id);
  const { cents, currency } = chargedBy(provider, {
    cents: order.grand_total_cents,
    currency: order.currency,
  });
  const { id } = await insertAttempt(db, {
    ...{
      reference: crypto.randomUUID(),
      order_id: order.id,
      provider: provider.code,
      short_reference: newShort(),
    },
    ...{ amount_cents: order.grand_total_cents, currency: order.currency, mode: payments.mode },
    ...{ charge_cents: cents, charge_currency: currency, totals: first?.totals ?? {}, created_at: at },
  });
  await updateAttempt(db, id, { state: 'initiating' }, at);
  return await getAttempt(db, id);
}
