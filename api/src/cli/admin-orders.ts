import type { Address } from '@fynbos/core/accounts/address.ts';
import { normalEmail, oneLine } from '@fynbos/core/accounts/fields.ts';
import type { Cents } from '@fynbos/core/money.ts';
import { type OrderState, orderStates } from '@fynbos/core/orders/states.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { getOrder, listOrders, moveOrder, orderNumber } from '../orders/order-service.ts';
import { refundsOf } from '../payments/look-service.ts';
import { refundWithin } from '../payments/refund-service.ts';
import { viewUrlsOf } from '../view-places.ts';
import { type AdminCommands, type AdminShop, takeOptions, takeWords } from './admin-command.ts';
import { money } from './money-text.ts';
import { sendAndTell } from './refund-text.ts';
import { readShopTime, shopTime } from './shop-time.ts';

type KeptOrder = Awaited<ReturnType<typeof getOrder>>;

const mostListed = 100;
const longestNote = 200;

/** `npm run admin -- orders …` */
export const orderCommands: AdminCommands = {
  list: {
    words: '[--state STATE] [--email EMAIL] [--since DATE]',
    does: `the newest orders, ${mostListed} at most`,
    async run({ db }, words) {
      const { plain, said } = takeOptions(words, ['state', 'email', 'since']);
      takeWords(plain, 0);
      const orders = await listOrders(db, {
        state: said.state === undefined ? undefined : readState(said.state),
        email: said.email === undefined ? undefined : normalEmail(said.email),
        since: said.since === undefined ? undefined : readShopTime(said.since),
        limit: mostListed,
      });
      const lines = orders.map(
        ({ number, placed_at, state, grand_total_cents, currency, email }) =>
          `${number}  ${shopTime(placed_at)}  ${state.padEnd(15)}  ${money(currency)(grand_total_cents).padStart(12)}  ${email}`,
      );
      return [...lines, orders.length === 1 ? '1 order' : `${orders.length} orders`];
    },
  },
  show: {
    words: 'NUMBER',
    does: 'one order, whole: what, to whom, how it is paid, what happened to it',
    run: async ({ db }, words) => describe(await find(db, takeWords(words, 1)[0]!)),
  },
  ship: {
    words: 'NUMBER [--tracking TEXT]',
    does: 'it is on its way; the customer is told, with the text',
    run: async (shop, words) => (await move(shop, words, 'shipped', 'tracking')).lines,
  },
  deliver: {
    words: 'NUMBER',
    does: 'it has arrived, and is paid where it is paid on delivery',
    run: async (shop, words) => (await move(shop, words, 'delivered')).lines,
  },
  cancel: {
    words: 'NUMBER [--reason TEXT]',
    does: 'it is not sent: stock, codes and money are given back, and the customer is told',
    run: cancel,
  },
  return: {
    words: 'NUMBER [--reason TEXT]',
    does: 'it came back: its pieces are on the shelves again; its money is another command',
    async run(shop, words) {
      const { lines, order } = await move(shop, words, 'returned', 'reason');
      return [...lines, ...owed(order)];
    },
  },
};

async function find(db: Db, typed: string): Promise<KeptOrder> {
  return getOrder(db, orderNumber(typed)).catch((cause) => {
    const unknown = cause instanceof Problem && cause.code === 'order_not_found';
    throw unknown ? new StartProblem(`There is no order ${orderNumber(typed)}.`, { cause }) : cause;
  });
}

/** What was paid goes back in the same transaction, so that nobody has neither goods nor money. */
async function cancel(shop: AdminShop, words: readonly string[]): Promise<string[]> {
  const { db, payments } = shop;
  const asked = { value: undefined, reason: 'canceled', by: 'operator' };
  let before = 0;
  const { lines, order } = await move(shop, words, 'canceled', 'reason', async (trx, id) => {
    before = (await refundsOf(trx, id)).length;
    await refundWithin({ ...payments, db: trx }, id, asked);
  });
  const all = await refundsOf(db, order.id);
  return all.length > before ? [...lines, ...(await sendAndTell(payments, order.id, before))] : lines;
}

/** What was paid online and is not given back. */
function owed({ number, currency, captured_cents, refunded_cents }: KeptOrder['order']): string[] {
  const left = captured_cents - refunded_cents;
  if (left <= 0) return [];
  const price = money(currency);
  return [
    `${price(left)} of it is paid: npm run admin -- payments refund ${number} gives all of it back, with an amount a part.`,
  ];
}

/** @param option what the note is called, where the command takes one */
async function move(
  { db, now, config }: AdminShop,
  words: readonly string[],
  to: OrderState,
  option?: string,
  also?: (trx: Db, orderId: number) => Promise<void>,
): Promise<{ lines: string[]; order: KeptOrder['order'] }> {
  const { plain, said } = takeOptions(words, option ? [option] : []);
  const note = (option && said[option]) ?? '';
  if (note.length > longestNote)
    throw new StartProblem(`A ${option} has ${longestNote} letters at most. Nothing was changed.`);
  const { order } = await find(db, takeWords(plain, 1)[0]!);
  try {
    const viewUrls = viewUrlsOf(config);
    await moveOrder(db, { number: order.number, to, note, by: 'operator', now: now(), viewUrls, also });
  } catch (cause) {
    const refused = cause instanceof Problem && cause.code === 'order_state_refused';
    throw refused ? new StartProblem(await refusal(db, order.number, to), { cause }) : cause;
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
  const state = known.find((one) => one === text);
  if (!state) throw new StartProblem(`"${text}" is no state: ${known.join(', ')}.`);
  return state;
}

function describe(kept: KeptOrder): string[] {
  const { order, lines, taxes, events } = kept;
  const price = money(order.currency);
  return [
    `${order.number}  ${order.state}, placed ${shopTime(order.placed_at)}`,
    `  ${order.email}${order.customer_id === null ? ', guest' : `, customer ${order.customer_id}`}`,
    ...addresses(kept).map(([name, address]) => `  ${name}  ${onOneLine(address)}`),
    `  ${[order.payment_title, order.shipping_title, order.fulfilment_store].filter(Boolean).join('; ')}`,
    ...(order.shipping_extra ? [`  said of the delivery: ${JSON.stringify(order.shipping_extra)}`] : []),
    ...lines.map(({ qty, sku, name, options, paid_cents }) => {
      const chosen = (options as { label: string; value: string }[]).map(
        (one) => `${one.label}: ${oneLine(one.value)}`,
      );
      return `  ${String(qty).padStart(4)} × ${sku}  ${[name, ...chosen].join(', ')}  ${price(paid_cents)}`;
    }),
    ...costs(kept, price),
    ...taxes.map(
      ({ rate, net_cents, tax_cents }) => `  ${rate} % tax of ${price(net_cents)}  ${price(tax_cents)}`,
    ),
    ...events.map(
      ({ occurred_at, state, actor, note }) =>
        `  ${shopTime(new Date(occurred_at))}  ${state}, ${actor}${note && `: ${note}`}`,
    ),
  ];
}

function addresses({ order }: KeptOrder): [string, Address][] {
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

function costs({ order }: KeptOrder, price: (cents: Cents) => string): string[] {
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
