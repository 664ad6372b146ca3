import { findProvince } from '@fynbos/core/accounts/address.ts';
import { postcodeFault } from '@fynbos/core/accounts/fields.ts';
import { type Cents, centsToDecimal, type Percent } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/format.ts';
import { defaultStoreView, type Locale, shop } from '@fynbos/core/shop.ts';
import { viewOfCurrency } from '@fynbos/core/store-views.ts';
import type { Row, Section } from './section.ts';
import type { Words } from './words.ts';

/**
 * An order as its mail shows it. The address of a guest is one somebody typed, and so are the names and streets of
 * the order: whoever enters a stranger's address here must not be able to write to them. So a mail says what the
 * shop itself says (names of products, methods and provinces, figures, a postal code), and of what was typed
 * only that it is there. The page that its link leads to shows the rest.
 */
export interface Ordered {
  number: string;
  placedAt: Date;
  currency: string;
  lines: readonly OrderedLine[];
  /** What the lines come to before discounts, and what is paid for them, tax included. */
  subtotalCents: Cents;
  /** What came off, 0 or above. */
  discountCents: Cents;
  /** What delivery costs after discounts. */
  shippingCents: Cents;
  grandTotalCents: Cents;
  taxes: readonly { rate: Percent; netCents: Cents; taxCents: Cents }[];
  /** The shop's own words for how it comes, empty where nothing has to come; and for how it is paid. */
  shippingTitle: string;
  paymentTitle: string;
  /** Where it goes, if anywhere; nothing else of the address is taken. */
  shippingAddress?: { region: string; region_code: string; postcode: string; country_id: string } | null;
}

export interface OrderedLine {
  qty: number;
  name: string;
  /** `typed` are the shopper's own words: they are left out. */
  options: readonly { label: string; value: string; typed?: boolean }[];
  rowCents: Cents;
}

/** The parts of an order's mail that are tables: what was ordered, what it costs, how it comes and is paid. */
export function orderSections(order: Ordered, words: Words, locale: Locale): Section[] {
  const view = viewOfCurrency(order.currency) ?? defaultStoreView;
  const format = formatFor(view, locale);
  const price = (cents: Cents) => String(formatPrice(centsToDecimal(cents), format));
  const say = (part: string, values: Record<string, string> = {}) =>
    words[`order.${part}`]!.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return [
    { rows: factRows(order, say, locale) },
    { title: say('lines'), amounts: true, rows: order.lines.map((line) => lineRow(line, say, price)) },
    { title: say('costs'), amounts: true, rows: costRows(order, say, price, locale) },
  ];
}

type Say = (part: string, values?: Record<string, string>) => string;
type Price = (cents: Cents) => string;

function factRows(order: Ordered, say: Say, locale: Locale): Row[] {
  const placed = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: shop.timeZone });
  return rows([
    [say('number'), order.number],
    [say('placedAt'), placed.format(order.placedAt)],
    [say('shippedBy'), order.shippingTitle],
    [say('shippedTo'), placeOf(order)],
    [say('paidBy'), order.paymentTitle],
  ]);
}

/** Where it goes, as far as the shop knows the words: a province of the list, a postal code that is one. */
function placeOf({ shippingAddress: to }: Ordered): string {
  if (to?.country_id !== 'ZA') return '';
  const province = findProvince(to.region_code || to.region)?.name;
  const postcode = postcodeFault(to.postcode, to.country_id) ? undefined : to.postcode.trim();
  return [province, postcode].filter(Boolean).join(', ');
}

function lineRow({ qty, name, options, rowCents }: OrderedLine, say: Say, price: Price): Row {
  const notes = options.map(({ label, value, typed }) => `${label}: ${typed ? say('asTyped') : value}`);
  return { label: `${qty} × ${name}`, notes, value: price(rowCents) };
}

function costRows(order: Ordered, say: Say, price: Price, locale: Locale): Row[] {
  const { subtotalCents, discountCents, shippingCents, grandTotalCents, shippingTitle } = order;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  const costs = rows([
    [say('subtotal'), price(subtotalCents)],
    [say('discount'), discountCents > 0 ? price(-discountCents) : ''],
    [say('shipping'), shippingTitle === '' ? '' : shippingCents > 0 ? price(shippingCents) : say('free')],
  ]);
  const taxes = order.taxes.map(({ rate, netCents, taxCents }) => ({
    label: say('tax', { rate: percent.format(Number(`${rate}e-2`)), net: price(netCents) }),
    value: price(taxCents),
    small: true,
  }));
  return [...costs, { label: say('total'), value: price(grandTotalCents), strong: true }, ...taxes];
}

const rows = (all: [label: string, value: string][]): Row[] =>
  all.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
