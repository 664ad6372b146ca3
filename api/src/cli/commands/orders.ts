import { normalEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import { isOrderState, type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { payOnDelivery } from '@fynbos/core/payments/providers.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { getOrder, listOrders, moveOrder, orderNumber } from '../../orders/records/order-service.ts';
import { insertOrderNote, type OrderNote, readOrderNotes } from '../../orders/records/owner-records-store.ts';
import { bookDeliveryPayment } from '../../payments/attempts/delivery-payment-service.ts';
import { refundsOf } from '../../payments/payment-lookup-service.ts';
import { disputedOf, refundWithin } from '../../payments/refunds/refund-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { viewUrlsOf } from '../../platform/http/store-view-urls.ts';
import { money } from '../format/money-format.ts';
import { describeOrder, type OrderWithLines } from '../format/order-format.ts';
import { sendAndReport } from '../format/refund-format.ts';
import { readShopTime, shopTime } from '../format/shop-time.ts';
import { type AdminCommands, type AdminShop, takeCommandArgs, takeCommandOptions } from './admin-command.ts';

const maxListed = 100;
const maxNoteLength = 200;

/** `npm run admin -- orders …` */
export const orderCommands: AdminCommands = {
  list: {
    args: '[--state STATE] [--email EMAIL] [--since DATE]',
    does: `list the newest orders, at most ${maxListed}`,
    async run({ db }, args) {
      const { plain, options } = takeCommandOptions(args, ['state', 'email', 'since']);
      takeCommandArgs(plain, 0);
      const orders = await listOrders(db, {
        state: options.state === undefined ? undefined : readState(options.state),
        email: options.email === undefined ? undefined : normalEmail(options.email),
        since: options.since === undefined ? undefined : readShopTime(options.since),
        limit: maxListed,
      });
      const lines = orders.map(
        ({ number, placed_at, state, grand_total_cents, currency, email }) =>
          `${number}  ${shopTime(placed_at)}  ${state.padEnd(15)}  ${money(currency)(grand_total_cents).padStart(12)}  ${email}`,
      );
      return [...lines, orders.length === 1 ? '1 order' : `${orders.length} orders`];
    },
  },
  show: {
    args: 'NUMBER',
    does: 'show one order in full: goods, addresses, payment and history',
    async run({ db }, args) {
      const stored = await find(db, takeCommandArgs(args, 1)[0]);
      return [...describeOrder(stored), ...(await readOrderNotes(db, stored.order.id)).map(describeNote)];
    },
  },
  note: {
    args: 'NUMBER TEXT',
    does: 'note something about the order, for yourself; orders show prints it',
    async run({ db, now }, args) {
      const [number, text] = takeCommandArgs(args, 2);
      if (text.length > maxNoteLength)
        throw new UserFacingError(
          `A note can have at most ${maxNoteLength} characters. Nothing was changed.`,
        );
      const { order } = await find(db, number);
      await insertOrderNote(db, order.id, { note: text, created_at: now() });
      return [`The note is stored with the order ${order.number}.`];
    },
  },
  ship: {
    args: 'NUMBER [--tracking TEXT]',
    does: 'mark the order as shipped, or as ready to collect; the customer is notified with the text',
    mails: true,
    run: async (shop, args) => (await move(shop, args, 'shipped', { option: 'tracking' })).lines,
  },
  deliver: {
    args: 'NUMBER',
    does: 'mark the order as delivered or collected, and as paid when it is paid on delivery',
    mails: true,
    run: deliver,
  },
  pay: {
    args: 'NUMBER',
    does: 'book the money of an order that is paid on delivery',
    run: pay,
  },
  cancel: {
    args: 'NUMBER [--reason TEXT]',
    does: 'cancel the order: stock and coupon uses are returned, payments are refunded, and the customer is notified',
    mails: true,
    run: cancel,
  },
  return: {
    args: 'NUMBER [--reason TEXT]',
    does: 'mark the order as returned: its stock is restored; money is refunded by a separate command',
    mails: true,
    async run(shop, args) {
      const { lines, order } = await move(shop, args, 'returned', { option: 'reason' });
      return [...lines, ...owed(order, await disputedOf(shop.db, order.id))];
    },
  },
};

const describeNote = ({ note, created_at }: OrderNote) =>
  `  ${shopTime(created_at)}  note: ${cleanLine(note)}`;

async function find(db: Db, typed: string): Promise<OrderWithLines> {
  return getOrder(db, orderNumber(typed)).catch((cause) => {
    const unknown = cause instanceof Problem && cause.code === 'order_not_found';
    throw unknown ? new UserFacingError(`There is no order ${orderNumber(typed)}.`, { cause }) : cause;
  });
}

/**
 * Cancels an order and refunds its payments in the same transaction, so the customer never lacks both goods
 * and money.
 */
async function cancel(shop: AdminShop, args: readonly string[]): Promise<string[]> {
  const { db, payments } = shop;
  const refundRequest = { value: undefined, reason: 'canceled', by: 'operator' };
  let before = 0;
  const { lines, order } = await move(shop, args, 'canceled', {
    option: 'reason',
    also: async (trx, id) => {
      before = (await refundsOf(trx, id)).length;
      await refundWithin({ ...payments, db: trx }, id, refundRequest);
    },
  });
  const all = await refundsOf(db, order.id);
  return all.length > before ? [...lines, ...(await sendAndReport(payments, order.id, before))] : lines;
}

/** Marks an order as delivered, and books its money in the same transaction when it is paid on delivery. */
async function deliver(shop: AdminShop, args: readonly string[]): Promise<string[]> {
  let booked = 0;
  const { lines, order } = await move(shop, args, 'delivered', {
    also: async (trx, id) => {
      booked = await bookDeliveryPayment(shop.payments, trx, id);
    },
  });
  return booked > 0 ? [...lines, bookedLine(order, booked)] : lines;
}

const payableStates: readonly OrderState[] = ['placed', 'shipped', 'delivered'];

/** Books the money of an order that is paid on delivery, before or after its delivery. */
async function pay({ db, payments }: AdminShop, args: readonly string[]): Promise<string[]> {
  const { order } = await find(db, takeCommandArgs(args, 1)[0]);
  const refuse = (why: string) =>
    new UserFacingError(`The order ${order.number} ${why}. Nothing was changed.`);
  if (order.payment_method !== payOnDelivery) throw refuse('is not paid on delivery');
  if (!payableStates.includes(order.state)) throw refuse(`is ${order.state}`);
  const booked = await db.transaction().execute((trx) => bookDeliveryPayment(payments, trx, order.id));
  if (booked === 0) throw refuse('is paid already');
  return [bookedLine(order, booked)];
}

const bookedLine = ({ number, currency }: OrderWithLines['order'], cents: number) =>
  `${money(currency)(cents)} is booked as paid on delivery for the order ${number}.`;

/** The amount paid that was neither refunded nor disputed. */
function owed(
  { number, currency, captured_cents, refunded_cents }: OrderWithLines['order'],
  disputed: number,
): string[] {
  const left = captured_cents - refunded_cents - disputed;
  if (left <= 0) return [];
  const price = money(currency);
  return [
    `${price(left)} of it is paid. To refund all of it: npm run admin -- payments refund ${number}; add an amount to refund a part.`,
  ];
}

/**
 * Moves an order to a state.
 * @param option the option name of the note, if the command takes one
 * @param also further work in the same transaction
 */
async function move(
  { db, now, config }: AdminShop,
  args: readonly string[],
  to: OrderState,
  { option, also }: { option?: string; also?: (trx: Db, orderId: number) => Promise<void> } = {},
): Promise<{ lines: string[]; order: OrderWithLines['order'] }> {
  const { plain, options } = takeCommandOptions(args, option ? [option] : []);
  const note = (option && options[option]) ?? '';
  if (note.length > maxNoteLength)
    throw new UserFacingError(
      `A ${option} can have at most ${maxNoteLength} characters. Nothing was changed.`,
    );
  const { order } = await find(db, takeCommandArgs(plain, 1)[0]);
  try {
    const viewUrls = viewUrlsOf(config);
    await moveOrder(db, { number: order.number, to, note, by: 'operator', now: now(), viewUrls, also });
  } catch (cause) {
    const refused = cause instanceof Problem && cause.code === 'order_state_refused';
    throw refused ? new UserFacingError(await refusal(db, order.number, to), { cause }) : cause;
  }
  return { lines: [`The order ${order.number} is ${to} now (before: ${order.state}).`], order };
}

async function refusal(db: Db, number: string, to: OrderState): Promise<string> {
  const { state } = (await getOrder(db, number)).order;
  const next = orderStates[state].next.join(' or ');
  return `The order ${number} is ${state}: it can ${next ? `become ${next}` : 'become nothing else any more'}, not ${to}. Nothing was changed.`;
}

function readState(text: string): OrderState {
  if (isOrderState(text)) return text;
  throw new UserFacingError(`"${text}" is no state: ${Object.keys(orderStates).join(', ')}.`);
}
