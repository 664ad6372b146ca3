import type { Address } from '@fynbos/core/accounts/address.ts';
import { normalEmail, singleLine } from '@fynbos/core/accounts/field-rules.ts';
import type { Cents } from '@fynbos/core/money.ts';
import { type OrderState, orderStates } from '@fynbos/core/orders/order-states.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { Db } from '../../db.ts';
import { getOrder, listOrders, moveOrder, orderNumber } from '../../orders/records/order-service.ts';
import { refundsOf } from '../../payments/payment-lookup-service.ts';
import { refundWithin } from '../../payments/refunds/refund-service.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { viewUrlsOf } from '../../platform/http/store-view-urls.ts';
import { money } from '../format/money-format.ts';
import { sendAndReport } from '../format/refund-format.ts';
import { readShopTime, shopTime } from '../format/shop-time.ts';
import { type AdminCommands, type AdminShop, takeArgs, takeOptions } from './admin-command.ts';

type OrderWithLines = Awaited<ReturnType<typeof getOrder>>;

const maxListed = 100;
const maxNoteLength = 200;

/** `npm run admin -- orders …` */
export const orderCommands: AdminCommands = {
  list: {
    args: '[--state STATE] [--email EMAIL] [--since DATE]',
    does: `list the newest orders, at most ${maxListed}`,
    async run({ db }, args) {
      const { plain, options } = takeOptions(args, ['state', 'email', 'since']);
      takeArgs(plain, 0);
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
    run: async ({ db }, args) => describe(await find(db, takeArgs(args, 1)[0]!)),
  },
  ship: {
    args: 'NUMBER [--tracking TEXT]',
    does: 'mark the order as shipped; the customer is notified with the text',
    run: async (shop, args) => (await move(shop, args, 'shipped', 'tracking')).lines,
  },
  deliver: {
    args: 'NUMBER',
    does: 'mark the order as delivered, and as paid when it is paid on delivery',
    run: async (shop, args) => (await move(shop, args, 'delivered')).lines,
  },
  cancel: {
    args: 'NUMBER [--reason TEXT]',
    does: 'cancel the order: stock, codes and money are given back, and the customer is notified',
    run: cancel,
  },
  return: {
    args: 'NUMBER [--reason TEXT]',
    does: 'mark the order as returned: its stock is restored; money is refunded by a separate command',
    async run(shop, args) {
      const { lines, order } = await move(shop, args, 'returned', 'reason');
      return [...lines, ...owed(order)];
    },
  },
};

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
  const { lines, order } = await move(shop, args, 'canceled', 'reason', async (trx, id) => {
    before = (await refundsOf(trx, id)).length;
    await refundWithin({ ...payments, db: trx }, id, refundRequest);
  });
  const all = await refundsOf(db, order.id);
  return all.length > before ? [...lines, ...(await sendAndReport(payments, order.id, before))] : lines;
}

/** The amount paid online that was not refunded. */
function owed({ number, currency, captured_cents, refunded_cents }: OrderWithLines['order']): string[] {
  const left = captured_cents - refunded_cents;
  if (left <= 0) return [];
  const price = money(currency);
  return [
    `${price(left)} of it is paid. To refund all of it: npm run admin -- payments refund ${number}; add an amount to refund a part.`,
  ];
}

/** @param option the option name of the note, if the command takes one */
async function move(
  { db, now, config }: AdminShop,
  args: readonly string[],
  to: OrderState,
  option?: string,
  also?: (trx: Db, orderId: number) => Promise<void>,
): Promise<{ lines: string[]; order: OrderWithLines['order'] }> {
  const { plain, options } = takeOptions(args, option ? [option] : []);
  const note = (option && options[option]) ?? '';
  if (note.length > maxNoteLength)
    throw new UserFacingError(
      `A ${option} can have at most ${maxNoteLength} characters. Nothing was changed.`,
    );
  const { order } = await find(db, takeArgs(plain, 1)[0]!);
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
  const known = Object.keys(orderStates) as OrderState[];
  const state = known.find((candidate) => candidate === text);
  if (!state) throw new UserFacingError(`"${text}" is no state: ${known.join(', ')}.`);
  return state;
}

function describe(details: OrderWithLines): string[] {
  const { order, lines, taxes, events } = details;
  const price = money(order.currency);
  return [
    `${order.number}  ${order.state}, placed ${shopTime(order.placed_at)}`,
    `  ${order.email}${order.customer_id === null ? ', guest' : `, customer ${order.customer_id}`}`,
    ...addresses(details).map(([name, address]) => `  ${name}  ${onOneLine(address)}`),
    `  ${[order.payment_title, order.shipping_title, order.fulfilment_store].filter(Boolean).join('; ')}`,
    ...(order.shipping_extra ? [`  delivery details: ${JSON.stringify(order.shipping_extra)}`] : []),
    ...lines.map(({ qty, sku, name, options, paid_cents }) => {
      const chosen = (options as { label: string; value: string }[]).map(
        (choice) => `${choice.label}: ${singleLine(choice.value)}`,
      );
      return `  ${String(qty).padStart(4)} × ${sku}  ${[name, ...chosen].join(', ')}  ${price(paid_cents)}`;
    }),
    ...costs(details, price),
    ...taxes.map(
      ({ rate, net_cents, tax_cents }) => `  ${rate} % tax of ${price(net_cents)}  ${price(tax_cents)}`,
    ),
    ...events.map(
      ({ occurred_at, state, actor, note }) =>
        `  ${shopTime(new Date(occurred_at))}  ${state}, ${actor}${note && `: ${note}`}`,
    ),
  ];
}

function addresses({ order }: OrderWithLines): [string, Address][] {
  const [shipping, billing] = [order.shipping_address, order.billing_address] as [Address | null, Address];
  const same = shipping && onOneLine(shipping) === onOneLine(billing);
  return [
    ...(shipping ? [['to', shipping] as [string, Address]] : []),
    ...(same ? [] : [['bill to', billing] as [string, Address]]),
  ];
}

function onOneLine(address: Address): string {
  const { firstname, lastname, company, street, apartment, suburb, city, region, postcode, telephone } =
    address;
  const parts = [
    `${firstname} ${lastname}`,
    company,
    street,
    apartment,
    suburb,
    city,
    region,
    postcode,
    telephone,
  ];
  return parts.filter(Boolean).join(', ');
}

function costs({ order }: OrderWithLines, price: (cents: Cents) => string): string[] {
  const codes = [order.coupon_code, order.voucher_code].filter(Boolean).join(', ');
  return [
    `  goods ${price(order.subtotal_cents)}`,
    ...(order.discount_cents > 0 || codes
      ? [`  off ${price(order.discount_cents)}${codes && ` (${codes})`}`]
      : []),
    `  delivery ${price(order.shipping_cents)}${order.shipping_discount_cents > 0 ? `, off ${price(order.shipping_discount_cents)}` : ''}`,
    `  total ${price(order.grand_total_cents)}`,
    ...(order.captured_cents > 0
      ? [`  paid ${price(order.captured_cents)}, given back ${price(order.refunded_cents)}`]
      : []),
  ];
}
