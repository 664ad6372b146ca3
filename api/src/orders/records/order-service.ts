import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanNumber } from '@fynbos/core/clean-text.ts';
import { mayBecome, type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { lockCartNow } from '../../cart/cart-service.ts';
import { announceChange } from '../../catalogue/documents/catalogue-events.ts';
import type { Db } from '../../db.ts';
import { readSigningSecret } from '../../platform/database/signing-key-store.ts';
import { retryTransaction } from '../../platform/database/transaction-retry.ts';
import type { ViewUrls } from '../../platform/http/store-view-urls.ts';
import { queueMail } from '../../platform/mail/mail-service.ts';
import { giveUsesBack } from '../../promotions/promotion-service.ts';
import { notifyBrowsers } from '../../push/order-notifications.ts';
import { returnStock } from '../../stock/stock-service.ts';
import { linkedOrderId, linkKey, orderLink, pushedLink } from './order-link.ts';
import { collectionOf } from './order-mail.ts';
import { isForgotten } from './order-retention-service.ts';
import {
  countOrdersOf,
  countPastOrders as countPast,
  findCartOf,
  findOrderByNumber,
  findSentOrder,
  findWholeSent,
  getOrderById,
  lockOrder,
  markStockReturned,
  markUsesReturned,
  type OrderFilter,
  readOrders,
  readOrdersOf,
  readPlacedBetween,
  type StoredOrder,
  updateState,
} from './order-store.ts';
import { notifyVoucherReturned, voucherTaken } from './order-voucher-service.ts';

/** The number of a person's orders, and of those with a code. */
export const countPastOrders = countPast;

/** A page of a customer's orders, newest first, with the total count. */
export async function historyOf(
  db: Db,
  customerId: number,
  { pageSize, currentPage }: { pageSize: number; currentPage: number },
): Promise<{ orders: StoredOrder[]; count: number }> {
  const [orders, count] = await Promise.all([
    readOrdersOf(db, customerId, { limit: pageSize, offset: (currentPage - 1) * pageSize }),
    countOrdersOf(db, customerId),
  ]);
  return { orders, count };
}

/** The order with a client's own order id; undefined if none has arrived. */
export const findSent = (db: Db, orderId: string) => findSentOrder(db, orderId);

/** What a person who requests an order shows: a login, the e-mail address of the order, or its link. */
export interface OrderViewer {
  customerId: number | undefined;
  email: string | undefined;
  link: string | undefined;
}

/** An order, and whether the viewer may see all of it or its state only. */
export interface FoundOrder {
  stored: StoredOrder;
  isWhole: boolean;
}

/** Normalises a typed order number: `#100023` is 000100023. */
export const orderNumber = (typed: string): string =>
  cleanNumber(typed).replace(/^#\s*/, '').padStart(9, '0');

/**
 * Returns an order if the viewer may see it: all of it for its customer and for the holder of its link, its
 * state for a person who knows its number and e-mail address (T30).
 * @throws Problem order_not_found, also for orders of others
 */
export async function getOrderFor(
  db: Db,
  number: string | undefined,
  { customerId, email, link }: OrderViewer,
): Promise<FoundOrder> {
  if (link !== undefined) return { stored: await getLinkedOrder(db, link), isWhole: true };
  const stored = number === undefined ? undefined : await findOrderByNumber(db, orderNumber(number));
  if (!stored) throw new Problem('order_not_found');
  if (customerId !== undefined && stored.order.customer_id === customerId) return { stored, isWhole: true };
  if (email === undefined || !isOfGuest(stored) || stored.order.email !== normalEmail(email))
    throw new Problem('order_not_found');
  return { stored, isWhole: false };
}

/** Orders of an account need a login; neither an e-mail address nor a link shows them. */
const isOfGuest = ({ order }: StoredOrder): boolean => order.customer_id === null && !isForgotten(order);

async function getLinkedOrder(db: Db, link: string): Promise<StoredOrder> {
  const orderId = linkedOrderId(await readSigningSecret(db, linkKey), 'order link', link);
  const stored = orderId === undefined ? undefined : await findWholeSent(db, orderId);
  if (!stored || !isOfGuest(stored)) throw new Problem('order_not_found');
  return stored;
}

/** The lines of an order for a payment provider, with the amount paid for each, in cents. */
export async function linesToPay(
  db: Db,
  id: number,
): Promise<{ name: string; sku: string; qty: number; cents: number }[]> {
  const { lines } = await getOrderById(db, id);
  return lines.map(({ name, sku, qty, paid_cents }) => ({ name, sku, qty, cents: paid_cents }));
}

/** The next orders that were placed in a period, by row id. */
export const placedOrders = readPlacedBetween;

/** Order summaries for the operator's list. */
export const listOrders = (db: Db, filter: OrderFilter) => readOrders(db, filter);

/**
 * An order for an operator.
 * @throws Problem order_not_found
 */
export async function getOrder(db: Db, number: string): Promise<StoredOrder> {
  const stored = await findOrderByNumber(db, number);
  if (!stored) throw new Problem('order_not_found');
  return stored;
}

/** A state transition of an order, and its actor. */
export interface Move {
  number: string;
  to: OrderState;
  /** A note for the customer: a tracking number, a reason. */
  note?: string;
  by: string;
  now: Date;
  /** The URLs for links in mails. */
  viewUrls: ViewUrls;
  /** Additional work in the same transaction, such as its money, which is outside this module. */
  also?: (trx: Db, orderId: number) => Promise<void>;
}

/** Locks an order, and its cart before it, as its payments do. */
async function lockWithCart(trx: Db, number: string): ReturnType<typeof lockOrder> {
  const cartId = await findCartOf(trx, number);
  if (cartId !== undefined) await lockCartNow(trx, cartId);
  return lockOrder(trx, number);
}

/**
 * Moves an order to another state if the state table allows it. A canceled or returned order puts its units
 * back into stock and returns the uses of its codes. The customer is notified by mail. All of this happens
 * in one transaction.
 * @throws Problem order_not_found, order_state_refused
 */
export function moveOrder(
  db: Db,
  { number, to, note = '', by, now, viewUrls, also }: Move,
): Promise<StoredOrder> {
  return retryTransaction(() =>
    db.transaction().execute(async (trx) => {
      const held = await lockWithCart(trx, number);
      if (!held) throw new Problem('order_not_found');
      if (!mayBecome(held.state, to)) throw new Problem('order_state_refused');
      await updateState(trx, held.id, { state: to, note, actor: by, occurred_at: now });
      const voucher = await voucherTaken(trx, held.id);
      if (!orderStates[to].holdsStock) await release(trx, held.id, now);
      await also?.(trx, held.id);
      const stored = await getOrder(trx, number);
      if (voucher && !orderStates[to].holdsStock)
        await notifyVoucherReturned(trx, viewUrls, stored.order, voucher);
      await notifyCustomer(trx, stored.order, note, viewUrls);
      return stored;
    }),
  );
}

/** Notifies the customer that the order was shipped, is ready to collect, or was canceled. */
async function notifyCustomer(db: Db, order: StoredOrder['order'], note: string, viewUrls: ViewUrls) {
  const { number, state, email: to, locale, billing_address } = order;
  const { firstname: firstName } = billing_address;
  if (state !== 'shipped' && state !== 'canceled') return;
  const link = await orderLink(db, viewUrls, order);
  const collection = state === 'shipped' ? await collectionOf(db, order) : undefined;
  const store = collection?.name ?? '';
  if (state === 'shipped')
    await queueMail(db, {
      template: 'orderShipped',
      ...{ to, locale, firstName, collection },
      values: { number, tracking: note, store, link },
    });
  if (state === 'canceled')
    await queueMail(db, { template: 'orderCanceled', to, locale, firstName, values: { number, link } });
  const pushed = pushedLink(viewUrls, order);
  await notifyBrowsers(db, { ...order, store }, collection ? 'ready' : state, pushed);
}

/**
 * Returns the units of an order to stock, and the uses of its codes with what they took from a voucher.
 * @returns the products
 */
export async function release(db: Db, id: number, now: Date): Promise<number[]> {
  const units = await markStockReturned(db, id, now);
  await giveUsesBack(db, await markUsesReturned(db, id, now));
  await returnStock(db, units);
  const products = units.map(({ product_id }) => product_id);
  await announceChange(db, products);
  return products;
}
