import { type Cents, scaleCents } from '@fynbos/core/money.ts';
import type { Db } from '../db.ts';
import { inOneMoment } from '../orders/audit/order-audit-service.ts';
import { type Period, type PlacedOrder, readPlacedOrders } from '../orders/records/sales-read-store.ts';
import {
  type MoneyOfOrder,
  readMoneyBySource,
  readMoneyOf,
  readRefundedOrders,
} from '../payments/records/money-read-store.ts';
import { readVoucherReturns } from '../promotions/read-store.ts';

/**
 * One line of the sales report, in cents. `sales` are placed orders; `delivery` is the part of them that was
 * charged for delivery; `credits` are canceled orders and refunds; `total` is sales and credits. `orders` counts
 * placed orders by payment method; `received` and `refunded` is money by payment method, and of vouchers.
 */
export interface SalesLine {
  section: 'sales' | 'delivery' | 'credits' | 'total' | 'orders' | 'received' | 'refunded';
  currency: string;
  /** The VAT rate in percent; undefined for a line about a payment method. */
  rate?: number;
  method?: string;
  orders?: number;
  net?: Cents;
  vat?: Cents;
  total: Cents;
}

/** An order, and what it had given back to its voucher before the period and by its end. */
type ReportedOrder = PlacedOrder & { voucherBefore: Cents; voucherAfter: Cents };

/** Sales, VAT and money in a period, from one snapshot. */
export const salesReport = (db: Db, period: Period): Promise<SalesLine[]> =>
  inOneMoment(db, async (snapshot) => {
    const orders = await readOrders(snapshot, period);
    const ids = orders.map(({ id }) => id);
    const money = new Map((await readMoneyOf(snapshot, ids, period)).map((row) => [row.order_id, row]));
    const taxed = orders.flatMap((order) => taxedLines(order, money.get(order.id), period));
    const sources = [
      ...(await readMoneyBySource(snapshot, period)),
      ...orders.map((order) => moneyOfVoucher(order, period)),
    ];
    const moved = sources.flatMap(({ provider: method, currency, received, refunded }): SalesLine[] => [
      { section: 'received', currency, method, total: received },
      { section: 'refunded', currency, method, total: -refunded },
    ]);
    return summed([...taxed, ...moved]);
  });

/** The orders that were placed in a period, or ended or were refunded in it, by money or to their voucher. */
async function readOrders(db: Db, period: Period): Promise<ReportedOrder[]> {
  const returns = await readVoucherReturns(db, period);
  const changed = returns.filter(({ back_from_start, back_from_end }) => back_from_start > back_from_end);
  const refunded = await readRefundedOrders(db, period);
  const orders = await readPlacedOrders(db, period, [
    ...refunded,
    ...changed.map(({ order_id }) => order_id),
  ]);
  const byOrder = new Map(returns.map((row) => [row.order_id, row]));
  return orders.map((order) => {
    const row = byOrder.get(order.id);
    // What it took and gave back before it was placed cancels out.
    const now = row ? Math.max(0, order.voucher + row.moved) : 0;
    const until = (later = 0) => Math.max(0, now - later);
    return {
      ...order,
      voucherBefore: until(row?.back_from_start),
      voucherAfter: until(row?.back_from_end),
    };
  });
}

/** What a voucher paid for an order in the period, and what was given back to it (ADR-036). */
function moneyOfVoucher(order: ReportedOrder, { from }: Period) {
  const isNew = order.placed_at >= from;
  return {
    provider: 'voucher',
    currency: order.currency,
    received: isNew ? order.voucher : 0,
    refunded: order.voucherAfter - (isNew ? 0 : order.voucherBefore),
  };
}

/** The lines of one order; a line for each rate and section. */
function taxedLines(order: ReportedOrder, money: MoneyOfOrder | undefined, { from }: Period): SalesLine[] {
  const { currency, total, payment_method: method } = order;
  const isNew = order.placed_at >= from;
  const before = isNew ? total : worthOf(order, money?.captured_before, money?.refunded_before, from);
  const after = worthOf(order, money?.captured_after, money?.refunded_after);
  const earlier = sharesOf(order, total - before);
  const credits = sharesOf(order, total - after).map(({ rate, net, vat }, index): SalesLine => {
    // Both lists have the rates of the order.
    const known = earlier[index]!;
    const [creditNet, creditVat] = [known.net - net, known.vat - vat];
    return {
      section: 'credits',
      currency,
      rate,
      net: creditNet,
      vat: creditVat,
      total: creditNet + creditVat,
    };
  });
  if (!isNew) return withTotal(credits);
  const sales = order.rates.flatMap(({ rate, net, tax, delivery, delivery_tax }): SalesLine[] => [
    { section: 'sales', currency, rate, net, vat: tax, total: net + tax },
    { section: 'delivery', currency, rate, net: delivery - delivery_tax, vat: delivery_tax, total: delivery },
  ]);
  return [...withTotal([...sales, ...credits]), { section: 'orders', currency, method, orders: 1, total }];
}

const withTotal = (lines: readonly SalesLine[]): SalesLine[] => [
  ...lines,
  ...lines
    .filter(({ section }) => section !== 'delivery')
    .map((line): SalesLine => ({ ...line, section: 'total' })),
];

/**
 * What an order is worth to the shop at an instant, in cents: its total, less what was refunded or given back
 * to its voucher. A refund of money that was never owed, such as a double payment, changes nothing. A canceled
 * order is worth nothing, and a returned one what the shop keeps of its money.
 * @param until leaves out a later cancellation or return
 */
function worthOf(
  { total, due, ended_at, ended_as, ...order }: ReportedOrder,
  captured = 0,
  refunded = 0,
  until?: Date,
): Cents {
  const endedAs = ended_at !== null && (until === undefined || ended_at < until) ? ended_as : null;
  if (endedAs === 'canceled') return 0;
  if (endedAs === 'returned') return Math.min(total, Math.max(0, captured - refunded));
  const surplus = Math.max(0, captured - due);
  const voucherBack = until ? order.voucherBefore : order.voucherAfter;
  return Math.max(0, total - Math.max(0, refunded - surplus) - voucherBack);
}

/** Divides a part of an order's total among its rates, in cents; the whole total gives exactly its taxes. */
function sharesOf({ total, rates }: PlacedOrder, part: Cents): { rate: number; net: Cents; vat: Cents }[] {
  let passed = 0;
  return rates.map(({ rate, net, tax }) => {
    const gross = net + tax;
    const start = total === 0 ? 0 : scaleCents(part, passed, total);
    passed += gross;
    const share = total === 0 ? 0 : scaleCents(part, passed, total) - start;
    const vat = gross === 0 ? 0 : scaleCents(share, tax, gross);
    return { rate, net: share - vat, vat };
  });
}

const sections: readonly SalesLine['section'][] = [
  ...(['sales', 'delivery', 'credits', 'total', 'orders', 'received', 'refunded'] as const),
];

/** Adds up the lines with the same section, currency, rate and payment method; leaves out lines without money. */
function summed(lines: readonly SalesLine[]): SalesLine[] {
  const keyOf = ({ section, currency, rate, method }: SalesLine) =>
    [currency, sections.indexOf(section), rate ?? '', method ?? ''].join(' ');
  const sums = [...Map.groupBy(lines, keyOf).values()].map((same) => same.reduce(add));
  const isEmpty = ({ total, vat = 0, orders = 0 }: SalesLine) => total === 0 && vat === 0 && orders === 0;
  return sums
    .filter((line) => !isEmpty(line) || line.section === 'total')
    .sort(
      (a, b) =>
        a.currency.localeCompare(b.currency) ||
        sections.indexOf(a.section) - sections.indexOf(b.section) ||
        (b.rate ?? 0) - (a.rate ?? 0) ||
        (a.method ?? '').localeCompare(b.method ?? ''),
    );
}

const add = (a: SalesLine, b: SalesLine): SalesLine => ({
  ...a,
  ...(a.orders !== undefined && { orders: a.orders + (b.orders ?? 0) }),
  ...(a.net !== undefined && { net: a.net + (b.net ?? 0), vat: (a.vat ?? 0) + (b.vat ?? 0) }),
  total: a.total + b.total,
});
