import { attemptStates } from '@fynbos/core/payments/attempt.ts';
import { providerCodes } from '@fynbos/core/payments/providers.ts';
import type { Db } from '../db.ts';
import { inOneMoment, many, ordersWithMoney, type Proof } from '../orders/audit-service.ts';
import {
  type AuditedAttempt,
  countOpenReviews,
  countPayments,
  type PaymentFault,
  readAuditedAttempts,
  readOverRefunded,
  readSums,
  readWrongAttempts,
  readWrongEntries,
  readWrongRefunds,
} from './audit-store.ts';

type Ordered = Awaited<ReturnType<typeof ordersWithMoney>>[number];

/** A shop that runs ends what is over within seconds. */
const patienceMs = 10 * 60_000;

/** Proves that the books of payments are right, in themselves and with the orders'; from one moment, writing nothing. */
export const auditPayments = (db: Db, now: Date): Promise<Proof[]> =>
  inOneMoment(db, async (snapshot) => {
    const orders = await ordersWithMoney(snapshot, providerCodes);
    const numbers = new Map(orders.map(({ id, number }) => [id, number]));
    const { attempts, entries, refunds } = await countPayments(snapshot);
    const proof = (invariant: string, holds: string, faults: readonly PaymentFault[]): Proof => ({
      invariant,
      holds,
      faults: faults.map(
        ({ order_id, says }) => `order ${numbers.get(order_id) ?? `with id ${order_id}`}: ${says}`,
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
        `${many(orders.length, 'order')} to be paid online, each the sum of its movements`,
        await unequal(snapshot, orders),
      ),
      proof('I3', `${many(refunds, 'refund')}, none above what came in, each booked as it stands`, [
        ...(await readOverRefunded(snapshot)),
        ...(await readWrongRefunds(snapshot)),
      ]),
      proof(
        'I5',
        `${many(orders.length, 'order')} to be paid online, placed when paid and never before`,
        orders.flatMap(misplaced),
      ),
      ...(await proveAttempts(snapshot, orders, attempts, now, proof)),
      await sayReviews(snapshot),
    ];
  });

async function unequal(db: Db, orders: readonly Ordered[]): Promise<PaymentFault[]> {
  const sums = await readSums(db);
  const known = new Set(orders.map(({ id }) => id));
  const strange = [...sums.keys()].filter((id) => !known.has(id));
  return [
    ...strange.map((order_id) => ({ order_id, says: 'has movements, and says that nothing came in' })),
    ...orders.flatMap(({ id: order_id, captured, refunded }) => {
      const sum = sums.get(order_id) ?? { captured: 0, refunded: 0 };
      return [
        ...(sum.captured === captured
          ? []
          : [{ order_id, says: `says that ${captured} came in, its movements come to ${sum.captured}` }]),
        ...(sum.refunded === refunded
          ? []
          : [{ order_id, says: `says that ${refunded} went back, its movements come to ${sum.refunded}` }]),
      ];
    }),
  ];
}

/** An order is placed by its money, or by a person who let it pass. */
function misplaced({ id: order_id, placed, byOperator, captured, total }: Ordered): PaymentFault[] {
  if (placed > 1) return [{ order_id, says: `was placed ${placed} times` }];
  const isUnpaid = placed === 1 && captured < total && !byOperator;
  return isUnpaid ? [{ order_id, says: `was placed with ${captured} of ${total}` }] : [];
}

async function proveAttempts(
  db: Db,
  orders: readonly Ordered[],
  count: number,
  now: Date,
  proof: (invariant: string, holds: string, faults: readonly PaymentFault[]) => Proof,
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
      `${many(waiting.length, 'order')} that ${waiting.length === 1 ? 'waits' : 'wait'} for money, each with a payment somebody attempts`,
      waiting
        .filter(({ id }) => !byOrder.has(id))
        .map(({ id: order_id }) => ({ order_id, says: 'waits for a payment that nobody attempts' })),
    ),
    proof(
      'I8',
      'no goods are held for longer than somebody may pay for them',
      waiting.flatMap((order) => heldTooLong(order, byOrder.get(order.id) ?? [], now)),
    ),
  ];
}

/** An attempt is to pay all of its order. */
function otherAmounts(
  { id: order_id, total, currency }: Ordered,
  attempts: readonly AuditedAttempt[],
): PaymentFault[] {
  return attempts
    .filter((one) => one.amount !== total || one.currency !== currency)
    .map(({ amount }) => ({ order_id, says: `costs ${total}, and a payment of it is over ${amount}` }));
}

function heldTooLong(
  { id: order_id, heldUntil, captured, refunded }: Ordered,
  attempts: readonly AuditedAttempt[],
  now: Date,
): PaymentFault[] {
  if (heldUntil && heldUntil.getTime() > now.getTime() - patienceMs) return [];
  const isOpen = attempts.some(({ state, isSent }) => isSent && attemptStates[state].open);
  // Money that is not enough is a person's to decide on.
  if (isOpen || captured > refunded) return [];
  const since = heldUntil ? `since ${heldUntil.toISOString()}` : 'for ever';
  return [{ order_id, says: `holds its goods ${since}, though nobody can pay for it any more` }];
}

/** No fault, but worth to be said every night. */
async function sayReviews(db: Db): Promise<Proof> {
  const open = await countOpenReviews(db);
  const count = open.reduce((sum, one) => sum + one.count, 0);
  const which = open.map((one) => `${one.reason} ${one.count}`).join(', ');
  const said =
    count === 0
      ? 'nothing about payments waits for a person'
      : `${many(count, 'review')} for you (${which}): npm run admin -- payments reviews`;
  return { invariant: '-', holds: said, faults: [] };
}
