import { centsToText } from '@fynbos/core/money.ts';
import type { Charge } from '@fynbos/core/payments/attempt.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { findPayableOrder, type HeldOrder, holdPending } from '../orders/pending-service.ts';
import { chargedBy, newShort } from './begin-service.ts';
import { companies } from './company.ts';
import type { Provider, Till } from './payments.ts';
import type { Evidence, Movement } from './providers/provider.ts';
import { findEntry } from './read-store.ts';
import { referenceOf } from './reference.ts';
import { reservedOf } from './refund-service.ts';
import { closeReviews, readFindings } from './review-store.ts';
import { settleWithin } from './settle-service.ts';
import {
  type AttemptRow,
  findAttemptById,
  findAttemptOf,
  insertAttempt,
  readAttempts,
  shortLength,
  updateAttempt,
} from './store.ts';

/** How far back a provider's list is searched for a payment. */
const searchedMs = 31 * 24 * 3600 * 1000;
const hourMs = 3600 * 1000;

/** Money a provider has, as it was found there. */
export interface FoundMoney {
  movement: Movement;
  /** Ours or anybody's, as it was paid with. */
  reference: string | undefined;
  said: Evidence;
}

/**
 * Asks a provider for money that came in, by the provider's name of it, by that of its payment, or by our reference.
 *
 * @throws ProviderUnreachable; StartProblem where nothing was paid under that name, or several payments were
 */
export async function findMoney(payments: Till, provider: Provider, name: string): Promise<FoundMoney> {
  const listed = await findListed(payments, provider, name);
  if (listed) return listed;
  const said = await provider.query({ id: name, reference: name });
  const news: Movement[] = [];
  for (const movement of said.paid)
    if (!(await findEntry(payments.db, provider.code, movement.transactionId, 'capture')))
      news.push(movement);
  if (news.length === 1) return { movement: news[0]!, reference: said.reference, said };
  if (said.paid.length === 0)
    throw new StartProblem(
      `${companies[provider.code]} has no payment under ${name}: it says ${said.outcome} (${said.code}). Nothing was changed.`,
    );
  if (news.length > 1)
    throw new StartProblem(
      `${companies[provider.code]} has several payments under ${name}: ${news.map(({ transactionId }) => transactionId).join(', ')}. Say which one. Nothing was changed.`,
    );
  return { movement: said.paid[0]!, reference: said.reference, said };
}

async function findListed(payments: Till, provider: Provider, name: string): Promise<FoundMoney | undefined> {
  if (!provider.list) return undefined;
  const now = payments.now().getTime();
  const rows = await provider.list(new Date(now - searchedMs), new Date(now + hourMs));
  const row = rows.find(({ kind, transactionId }) => kind === 'payment' && transactionId === name);
  if (!row) return undefined;
  const { transactionId, charge, reference } = row;
  const movement = { transactionId, charge };
  const said: Evidence = {
    ...{ outcome: 'paid', id: undefined, reference, paid: [movement], mode: payments.mode, code: 'listed' },
  };
  return { movement, reference, said };
}

/**
 * Books money that came in without an order on the order it was meant for, by the one place that books. A movement counts
 * for one order alone, and what carries letters of ours for the order they were made for.
 *
 * @param confirmed what came in, as a person said it: needed where that is not what the order still costs
 * @returns the order as it is then
 * @throws StartProblem where it cannot be, with nothing changed
 */
export function attachMoney(
  payments: Till,
  provider: Provider,
  { movement, reference, said }: FoundMoney,
  orderId: number,
  confirmed: number | undefined,
): Promise<HeldOrder> {
  return payments.db.transaction().execute(async (db) => {
    const order = (await holdPending(db, orderId))!;
    await refuseBooked(db, provider, movement);
    const theirs = await ownerOf(db, provider, reference);
    if (theirs && theirs.order_id !== order.id) {
      const { number } = (await findPayableOrder(db, theirs.order_id))!;
      throw new StartProblem(
        `It was paid for the order ${number}, whose reference it carries: npm run admin -- payments query ${number}. Nothing was changed.`,
      );
    }
    await refuseAmount(db, provider, order, movement.charge, confirmed);
    const attempt = theirs ?? (await insert(payments, db, provider, order));
    const asOurs = { ...said, id: undefined, reference: referenceOf(attempt), paid: [movement] };
    await settleWithin({ ...payments, db }, attempt.id, order.id, asOurs, 'admin');
    const entry = await findEntry(db, provider.code, movement.transactionId, 'capture');
    if (entry?.order_id !== order.id) throw await takenBy(db, provider, movement);
    const about = { provider: provider.code, transactionId: movement.transactionId };
    const note = `booked on order ${order.number}`;
    await closeReviews(db, await readFindings(db, about), { by: 'operator', note, at: payments.now() });
    return (await findPayableOrder(db, order.id))!;
  });
}

async function refuseBooked(db: Db, provider: Provider, movement: Movement): Promise<void> {
  if (await findEntry(db, provider.code, movement.transactionId, 'capture'))
    throw await takenBy(db, provider, movement);
}

async function takenBy(db: Db, provider: Provider, { transactionId }: Movement): Promise<StartProblem> {
  const entry = await findEntry(db, provider.code, transactionId, 'capture');
  const order = entry && (await findPayableOrder(db, entry.order_id));
  return new StartProblem(
    order
      ? `${transactionId} is in the books already, for the order ${order.number}. Nothing was changed.`
      : `${transactionId} could not be booked: test money counts in test mode only, and real money in live mode. Nothing was changed.`,
  );
}

/** Whose letters a payment carries. */
async function ownerOf(
  db: Db,
  { code }: Provider,
  reference: string | undefined,
): Promise<AttemptRow | undefined> {
  const isOurs = reference !== undefined && reference.length === shortLength + 2;
  return isOurs ? findAttemptOf(db, code, { reference }) : undefined;
}

async function refuseAmount(
  db: Db,
  provider: Provider,
  order: HeldOrder,
  charge: Charge,
  confirmed: number | undefined,
): Promise<void> {
  const waits = order.state === 'pending_payment' || order.state === 'expired';
  const paid = order.captured_cents - (await reservedOf(db, order.id));
  const left = { cents: waits ? Math.max(0, order.grand_total_cents - paid) : 0, currency: order.currency };
  const due = chargedBy(provider, left);
  const [came, wanted] = [written(charge), written(due)];
  if (charge.currency !== due.currency)
    throw new StartProblem(
      `${came} came in, and the order ${order.number} is paid in ${due.currency}: give it back on the provider’s own pages. Nothing was changed.`,
    );
  if (charge.cents === due.cents || charge.cents === confirmed) return;
  const said = confirmed === undefined ? '' : `, not ${written({ ...charge, cents: confirmed })}`;
  throw new StartProblem(
    `${came} came in${said}, and ${wanted} is left to be paid of the order ${order.number}, which is ${order.state}. To book it all the same say the amount that came in at the end of the command; what is too much goes back. Nothing was changed.`,
  );
}

const written = ({ cents, currency }: Charge): string => `${currency} ${centsToText(cents)}`;

/** A payment of an order that nobody began in the shop. */
async function insert(payments: Till, db: Db, provider: Provider, order: HeldOrder): Promise<AttemptRow> {
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
  return (await findAttemptById(db, id))!;
}
