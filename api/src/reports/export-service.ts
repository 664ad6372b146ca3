import { type Cents, centsToText } from '@fynbos/core/money.ts';
import { readRegisteredBetween } from '../accounts/customers/read-store.ts';
import { namesOf } from '../catalogue/product-service.ts';
import type { Db } from '../db.ts';
import { placedOrders } from '../orders/records/order-service.ts';
import { type Period, readOrderMovements } from '../orders/records/sales-read-store.ts';
import { readStockChangesBetween } from '../stock/read-store.ts';

/** A table for a spreadsheet. */
export interface ExportTable {
  header: readonly string[];
  rows: AsyncIterable<readonly string[]>;
}

type StoredOrder = Awaited<ReturnType<typeof placedOrders>>[number];
type TimeFormat = (at: Date) => string;

const pageSize = 500;

const orderColumns = {
  number: ({ order }) => order.number,
  placed_at: ({ order }, time) => time(order.placed_at),
  state: ({ order }) => order.state,
  email: ({ order }) => order.email,
  customer_id: ({ order }) => String(order.customer_id ?? ''),
  name: ({ order }) => `${order.billing_address.firstname} ${order.billing_address.lastname}`.trim(),
  company: ({ order }) => order.billing_address.company,
  city: ({ order }) => order.billing_address.city,
  postcode: ({ order }) => order.billing_address.postcode,
  country: ({ order }) => order.billing_address.country_id,
  items: ({ lines }) => lines.map(({ qty, sku }) => `${qty} × ${sku}`).join('; '),
  coupon: ({ order }) => [order.coupon_code, order.voucher_code].filter(Boolean).join('; '),
  currency: ({ order }) => order.currency,
  goods: ({ order }) => centsToText(order.subtotal_cents),
  discount: ({ order }) => centsToText(order.discount_cents),
  delivery: ({ order }) => centsToText(deliveryOf(order)),
  net: ({ order }) => centsToText(order.grand_total_cents + order.voucher_cents - order.tax_cents),
  vat: ({ order }) => centsToText(order.tax_cents),
  total: ({ order }) => centsToText(order.grand_total_cents + order.voucher_cents),
  vat_by_rate: ({ taxes }) => taxes.map((tax) => `${tax.rate} %: ${centsToText(tax.tax_cents)}`).join('; '),
  payment_method: ({ order }) => order.payment_method,
  paid: ({ order }) => centsToText(order.captured_cents),
  refunded: ({ order }) => centsToText(order.refunded_cents),
  voucher: ({ order }) => centsToText(order.voucher_cents),
} satisfies Record<string, (stored: StoredOrder, time: TimeFormat) => string>;

const deliveryOf = (order: StoredOrder['order']): Cents =>
  order.shipping_cents - order.shipping_discount_cents;

/** The orders that were placed in a period, one row each. */
export function orderExport(db: Db, period: Period, time: TimeFormat): ExportTable {
  async function* rows() {
    for (let after = 0; ; ) {
      const page = await placedOrders(db, period, { after, limit: pageSize });
      for (const stored of page) yield Object.values(orderColumns).map((cell) => cell(stored, time));
      const last = page.at(-1);
      if (!last || page.length < pageSize) return;
      after = last.order.id;
    }
  }
  return { header: Object.keys(orderColumns), rows: rows() };
}

/** The customers who registered in a period, with their default address. */
export function customerExport(db: Db, { from, to }: Period, time: TimeFormat): ExportTable {
  const header = [
    ...['id', 'registered_at', 'email', 'firstname', 'lastname', 'group'],
    ...['company', 'vat_id', 'street', 'city', 'postcode', 'country', 'telephone'],
  ];
  async function* rows() {
    for (const customer of await readRegisteredBetween(db, from, to)) {
      const { company, vat_id, street, city, postcode, country_id, telephone } = customer;
      yield [
        ...[String(customer.id), time(customer.created_at), customer.email],
        ...[customer.firstname, customer.lastname, String(customer.group_id)],
        ...[company, vat_id, street, city, postcode, country_id, telephone].map((cell) => cell ?? ''),
      ];
    }
  }
  return { header, rows: rows() };
}

/** What changed stock in a period: counts and deliveries by operators, and orders. */
export function stockMovementExport(db: Db, period: Period, time: TimeFormat): ExportTable {
  const header = ['at', 'sku', 'name', 'store', 'change', 'stock_after', 'reason', 'note'];
  const isWithin = (at: Date | null): at is Date => at !== null && at >= period.from && at < period.to;
  async function* rows() {
    const changes = await readStockChangesBetween(db, period.from, period.to);
    const movements = await readOrderMovements(db, period);
    const ids = [...new Set([...changes, ...movements].map(({ product_id }) => product_id))];
    const products = await namesOf(db, ids);
    const row = (
      at: Date,
      { product_id, store_code }: { product_id: number; store_code: string },
      ...rest: string[]
    ) => {
      const { sku, name } = products.get(product_id) ?? { sku: `product ${product_id}`, name: '' };
      return { at, cells: [time(at), sku, name, store_code, ...rest] };
    };
    const all = [
      ...changes.map((change) =>
        row(change.occurred_at, change, String(change.change), String(change.qty), change.actor, change.note),
      ),
      ...movements.flatMap((movement) => [
        ...(isWithin(movement.taken_at)
          ? [row(movement.taken_at, movement, String(-movement.qty), '', 'order', movement.number)]
          : []),
        ...(isWithin(movement.returned_at)
          ? [row(movement.returned_at, movement, String(movement.qty), '', 'order ended', movement.number)]
          : []),
      ]),
    ];
    for (const { cells } of all.sort((a, b) => a.at.getTime() - b.at.getTime())) yield cells;
  }
  return { header, rows: rows() };
}
