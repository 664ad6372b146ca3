import { attemptStates } from '@fynbos/core/payments/payment-attempt.ts';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../../db.ts';
import { inOneMoment, many, ordersWithMoney, type Proof } from '../../orders/audit/order-audit-service.ts';
import {
  type AuditedAttempt,
  countOpenCases,
  countPayments,
  type PaymentViolation,
  readAuditedAttempts,
  readOverRefunded,
  readSums,
  readWrongAttempts,
  readWrongDisputes,
  readWrongEntries,
  readWrongRefunds,
} from './payment-audit-store.ts';

type Ordered = Awaited<ReturnType<typeof ordersWithMoney>>[number];

/** A running shop ends expired orders within seconds. */
const gracePeriodMs = 10 * 60_000;

/** Audits the payment ledger, in itself and against the orders; from one snapshot, read-only. */
export const auditPayments = (db: Db, now: Date): Promise<Proof[]> =>
  inOneMoment(db, async (snapshot) => {
    const orders = await ordersWithMoney(snapshot, providerCodes);
    const numbers = new Map(orders.map(({ id, number }) => [id, number]));
    const { attempts, entries, refunds, disputes } = await countPayments(snapshot);
    const proof = (invariant: string, holds: string, violations: readonly PaymentViolation[]): Proof => ({
      invariant,
      holds,
      violations: violations.map(
        ({ order_id, says: description }) =>
          `order ${numbers.get(order_id) ?? `with id ${order_id}`}: ${description}`,
      ),
    });
    return [
      proof(
        'I3',
        `${many(entries, 'movement')}, each booked once, for its payment`,
        await readWrongEntries(snapshot),
      ),
      proof(
        'I3',
        `${many(orders.length, 'order')} with online payment, each the sum of its movements`,
        await unequal(snapshot, orders),
      ),
      proof(
        'I3',
        `${many(refunds, 'refund')}, none above the captured amount, each booked according to its state`,
        [...(await readOverRefunded(snapshot)), ...(await readWrongRefunds(snapshot))],
      ),
      proof(
        'I3',
        `${many(disputes, 'dispute')}, each of a payment, and none above the captured amount, refunds included`,
        await readWrongDisputes(snapshot),
      ),
      proof(
        'I5',
        `${many(orders.length, 'order')} with online payment, placed when paid and not before`,
        orders.flatMap(misplaced),
      ),
      ...(await proveAttempts(snapshot, orders, { count: attempts, now, proof })),
      await openCasesProof(snapshot),
    ];
  });

async function unequal(db: Db, orders: readonly Ordered[]): Promise<PaymentViolation[]> {
  const sums = await readSums(db);
  const known = new Set(orders.map(({ id }) => id));
  const strange = [...sums.keys()].filter((id) => !known.has(id));
  return [
    ...strange.map((order_id) => ({ order_id, says: 'has movements, but records no captured amount' })),
    ...orders.flatMap(({ id: order_id, captured, refunded }) => {
      const sum = sums.get(order_id) ?? { captured: 0, refunded: 0 };
      return [
        ...(sum.captured === captured
          ? []
          : [{ order_id, says: `records ${captured} captured, its movements sum to ${sum.captured}` }]),
        ...(sum.refunded === refunded
          ? []
          : [{ order_id, says: `records ${refunded} refunded, its movements sum to ${sum.refunded}` }]),
      ];
    }),
  ];
}

/** An order is placed by its payment, or by an operator who released it. */
function misplaced({ id: order_id, placed, byOperator, captured, total }: Ordered): PaymentViolation[] {
  if (placed > 1) return [{ order_id, says: `was placed ${placed} times` }];
  const isUnpaid = placed === 1 && captured < total && !byOperator;
  return isUnpaid ? [{ order_id, says: `was placed with ${captured} of ${total}` }] : [];
}

async function proveAttempts(
  db: Db,
  orders: readonly Ordered[],
  {
    count,
    now,
    proof,
  }: {
    count: number;
    now: Date;
    proof: (invariant: string, holds: string, violations: readonly PaymentViolation[]) => Proof;
  },
): Promise<Proof[]> {
  const byOrder = Map.groupBy(await readAuditedAttempts(db), ({ order_id }) => order_id);
  const waiting = orders.filter(({ state }) => state === 'pending_payment');
  return [
    proof('I7', `${many(count, 'payment')}, each in a state its movements allow`, [
      ...(await readWrongAttempts(db)),
      ...orders.flatMap((order) => otherAmounts(order, byOrder.get(order.id) ?? [])),
    ]),
    proof(
      'I7',
      `${many(waiting.length, 'order')} that ${waiting.length === 1 ? 'waits' : 'wait'} for money, each with an open payment attempt`,
      waiting
        .filter(({ id }) => !byOrder.has(id))
        .map(({ id: order_id }) => ({
          order_id,
          says: 'waits for a payment, but has no open payment attempt',
        })),
    ),
    proof(
      'I8',
      'no stock is held after its payment deadline',
      waiting.flatMap((order) => heldTooLong(order, byOrder.get(order.id) ?? [], now)),
    ),
  ];
}

/** An attempt must cover the total of its order. */
function otherAmounts(
  { id: order_id, total, currency }: Ordered,
  attempts: readonly AuditedAttempt[],
): PaymentViolation[] {
  return attempts
    .filter((attempt) => attempt.amount !== total || attempt.currency !== currency)
    .map(({ amount }) => ({ order_id, says: `costs ${total}, and a payment of it is over ${amount}` }));
}

function heldTooLong(
  { id: order_id, heldUntil, captured, refunded }: Ordered,
  attempts: readonly AuditedAttempt[],
  now: Date,
): PaymentViolation[] {
  if (heldUntil && heldUntil.getTime() > now.getTime() - gracePeriodMs) return [];
  const isOpen = attempts.some(({ state, isSent }) => isSent && attemptStates[state].open);
  // An operator decides about a partial payment.
  if (isOpen || captured > refunded) return [];
  const since = heldUntil ? `since ${heldUntil.toISOString()}` : 'for ever';
  return [{ order_id, says: `holds its goods ${since}, though it can no longer be paid` }];
}

/** Reports open payment cases: not a violation, but part of every audit. */
async function openCasesProof(db: Db): Promise<Proof> {
  const open = await countOpenCases(db);
  const count = open.reduce((sum, entry) => sum + entry.count, 0);
  const which = open.map((entry) => `${entry.reason} ${entry.count}`).join(', ');
  const summary =
    count === 0
      ? 'no open payment cases'
      : `${many(count, 'review')} for you (${which}): npm run admin -- payments cases`;
  return { invariant: '-', holds: summary, violations: [] };
}
