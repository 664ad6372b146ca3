import { normalEmail } from '@fynbos/core/accounts/fields.ts';
import { mayBecome, type OrderState, orderStates } from '@fynbos/core/orders/states.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { announceChange } from '../catalogue/announce.ts';
import type { Db } from '../db.ts';
import { queueMail } from '../mail/service.ts';
import { giveUsesBack } from '../promotions/service.ts';
import { tellBrowsers } from '../push/tell.ts';
import { returnStock } from '../stock/service.ts';
import type { ViewUrls } from '../view-places.ts';
import { isForgotten } from './keeping-service.ts';
import { orderLink } from './order-mail.ts';
import { retried } from './retried.ts';
import {
  countOrdersOf,
  countPastOrders as countPast,
  findOrderById,
  findOrderByNumber,
  findSentOrder,
  type KeptOrder,
  lockOrder,
  markStockReturned,
  markUsesReturned,
  type OrderFilter,
  readOrders,
  readOrdersOf,
  updateState,
} from './store.ts';

/** How many orders a person has placed, and how many of them with a code. */
export const countPastOrders = countPast;

/** A page of a customer's orders, newest first, and how many there are in all. */
export async function historyOf(
  db: Db,
  customerId: number,
  { pageSize, currentPage }: { pageSize: number; currentPage: number },
): Promise<{ orders: KeptOrder[]; count: number }> {
  const [orders, count] = await Promise.all([
    readOrdersOf(db, customerId, { limit: pageSize, offset: (currentPage - 1) * pageSize }),
    countOrdersOf(db, customerId),
  ]);
  return { orders, count };
}

/** What arrived under a client's own id; undefined while nothing did. */
export const findSent = (db: Db, orderId: string) => findSentOrder(db, orderId);

/** Who asks for an order: its customer, or somebody who knows the address for mail that was given with it. */
export interface Asker {
  customerId: number | undefined;
  email: string | undefined;
}

/** An order number as people type it: `#100023` is 000100023. */
export const orderNumber = (typed: string): string => typed.trim().replace(/^#/, '').padStart(9, '0');

/** An order for whoever may see it. @throws Problem order_not_found, also for somebody else's */
export async function getOrderFor(db: Db, number: string, { customerId, email }: Asker): Promise<KeptOrder> {
  const kept = await findOrderByNumber(db, orderNumber(number));
  const isOwn = customerId !== undefined && kept?.order.customer_id === customerId;
  // Who has an account logs in: an address alone shows nothing of theirs.
  const isGuests = kept?.order.customer_id === null;
  const isNamed =
    isGuests && email !== undefined && !isForgotten(kept.order) && kept.order.email === normalEmail(email);
  if (!kept || !(isOwn || isNamed)) throw new Problem('order_not_found');
  return kept;
}

/** The lines of an order as a provider is told of them; what each is paid with, in cents. */
export async function linesToPay(
  db: Db,
  id: number,
): Promise<{ name: string; sku: string; qty: number; cents: number }[]> {
  const { lines } = (await findOrderById(db, id))!;
  return lines.map(({ name, sku, qty, paid_cents }) => ({ name, sku, qty, cents: paid_cents }));
}

/** Orders in short, as an operator lists them. */
export const listOrders = (db: Db, filter: OrderFilter) => readOrders(db, filter);

/** An order as an operator sees it. @throws Problem order_not_found */
export async function getOrder(db: Db, number: string): Promise<KeptOrder> {
  const kept = await findOrderByNumber(db, number);
  if (!kept) throw new Problem('order_not_found');
  return kept;
}

/** What shall become of an order, and who says so. */
export interface Move {
  number: string;
  to: OrderState;
  /** Said to the customer: a tracking number, a reason. */
  note?: string;
  by: string;
  now: Date;
  /** Where mails lead. */
  viewUrls: ViewUrls;
  /** What else happens with it, in the same transaction: its money, which orders know nothing of. */
  also?: (trx: Db, orderId: number) => Promise<void>;
}

/**
 * Moves an order on, if the table of states allows it. What is canceled or comes back puts its pieces back on the
 * shelves and gives the uses of its codes back; the customer is told by mail. All in one transaction.
 *
 * @throws Problem order_not_found, order_state_refused
 */
export function moveOrder(
  db: Db,
  { number, to, note = '', by, now, viewUrls, also }: Move,
): Promise<KeptOrder> {
  return retried(() =>
    db.transaction().execute(async (trx) => {
      const held = await lockOrder(trx, number);
      if (!held) throw new Problem('order_not_found');
      if (!mayBecome(held.state, to)) throw new Problem('order_state_refused');
      await updateState(trx, held.id, { state: to, note, actor: by, occurred_at: now });
      if (!orderStates[to].holdsStock) await release(trx, held.id, now);
      await also?.(trx, held.id);
      const kept = await getOrder(trx, number);
      await tell(trx, kept.order, note, orderLink(viewUrls, kept.order));
      return kept;
    }),
  );
}

/** The customer hears that it is on its way, or that it is not coming. */
async function tell(db: Db, order: KeptOrder['order'], note: string, link: string) {
  const { number, state, email: to, locale } = order;
  if (state === 'shipped')
    await queueMail(db, { template: 'orderShipped', to, locale, values: { number, tracking: note, link } });
  if (state === 'canceled')
    await queueMail(db, { template: 'orderCanceled', to, locale, values: { number, link } });
  if (state === 'shipped' || state === 'canceled') await tellBrowsers(db, order, state, link);
}

/** Puts the pieces of an order back on the shelves, and gives the uses of its codes back. @returns the products */
export async function release(db: Db, id: number, now: Date): Promise<number[]> {
  const pieces = await markStockReturned(db, id, now);
  await giveUsesBack(db, await markUsesReturned(db, id, now));
  await returnStock(db, pieces);
  const products = pieces.map(({ product_id }) => product_id);
  await announceChange(db, products);
  return products;
}
