import { type Address, findProvince } from '@fynbos/core/accounts/address.ts';
import { validatePostcode } from '@fynbos/core/accounts/field-rules.ts';
import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { translateLabel } from '@fynbos/core/catalogue/translate-label.ts';
import { expectedDay, formatExpectedDays } from '@fynbos/core/delivery/expected-days-format.ts';
import { expectedDelivery } from '@fynbos/core/delivery/expected-delivery.ts';
import { translateShippingTitle } from '@fynbos/core/delivery/shipping-title.ts';
import { calendarNames, makeDateFormat } from '@fynbos/core/language-format.ts';
import { type Cents, centsToDecimal, type Percent } from '@fynbos/core/money.ts';
import { formatFor, formatPrice } from '@fynbos/core/pricing/price-format.ts';
import { defaultStoreView, type Locale, shop } from '@fynbos/core/shop.ts';
import { viewOfCurrency } from '@fynbos/core/store-views.ts';
import { readHours } from '@fynbos/core/stores/opening-hours.ts';
import { openingHoursText } from '@fynbos/core/stores/opening-hours-text.ts';
import { getMailText, type MailTexts } from './mail-messages.ts';
import type { MailTableRow, Section } from './mail-section.ts';
import { mailableAddressText, mailableName } from './typed-text.ts';

/**
 * An order as its mail shows it. Visitors type the address of a guest order and the names and streets in
 * it: an order with a stranger's address must not become a message to them. So a mail contains the shop's own
 * data, and of the address what passes the checks of `typed-text.ts`. Other typed text is only mentioned; the
 * linked page shows it.
 */
export interface Ordered {
  number: string;
  placedAt: Date;
  currency: string;
  lines: readonly OrderedLine[];
  /** Sum of the lines before discounts, tax included. */
  subtotalCents: Cents;
  /** Total discount, 0 or above. */
  discountCents: Cents;
  /** Delivery cost after discounts. */
  shippingCents: Cents;
  /** The amount paid by voucher, and its balance afterwards; null without one. */
  voucherCents: Cents;
  voucherBalanceCents: Cents | null;
  /** What is left to pay. */
  grandTotalCents: Cents;
  /** Whether that is paid, or will be on delivery; undefined where the mail says neither. */
  payment?: 'paid' | 'on_delivery' | undefined;
  taxes: readonly { rate: Percent; netCents: Cents; taxCents: Cents }[];
  /** The shop's name of the shipping method; empty for virtual orders. */
  shippingTitle: string;
  /** The code of the payment method, and the shop's name of it. */
  paymentMethod: string;
  paymentTitle: string;
  /** Translations of the names of shipping methods, options and provinces. */
  labels?: CatalogueLabels;
  /** Delivery address, if any. */
  shippingAddress?: (Partial<Address> & Pick<Address, 'postcode' | 'country_id'>) | null;
  /** Where it is collected; then there is no delivery. */
  collection?: Collection | undefined;
}

/** The store at which an order is collected. */
export interface Collection {
  name: string;
  /** Its name and address, by line. */
  lines: readonly string[];
  /** Its opening hours, as `readHours` reads them. */
  hours: string;
}

interface OrderedLine {
  qty: number;
  name: string;
  /** `typed` values are the shopper's own text and are left out. */
  options: readonly { label: string; value: string; typed?: boolean }[];
  rowCents: Cents;
  /** The address of its picture. */
  picture?: string;
  /** Its files. */
  downloads?: readonly { name: string; link: string }[];
}

/** Mail programs cut off mails above about 100 kB. The linked page has every line. */
const maxLines = 40;

/** Builds the tables of an order mail: lines, costs, delivery and payment. */
export function orderSections(ordered: Ordered, texts: MailTexts, locale: Locale): Section[] {
  const order = inLanguage(ordered, texts);
  const view = viewOfCurrency(order.currency) ?? defaultStoreView;
  const format = formatFor(view, locale);
  const price = (cents: Cents) => String(formatPrice(centsToDecimal(cents), format));
  const translate = translateWith(texts);
  return [
    { rows: factRows(order, translate, locale) },
    {
      title: translate('lines'),
      amounts: true,
      rows: lineRows(order.lines, translate, price),
    },
    { title: translate('costs'), amounts: true, rows: costRows(order, translate, price, locale) },
  ];
}

/** The order with the names of its options and of its payment method in the language of the mail. */
function inLanguage(order: Ordered, texts: MailTexts): Ordered {
  const label = labelOf(order);
  return {
    ...order,
    paymentTitle: texts[`order.method.${order.paymentMethod}`] ?? order.paymentTitle,
    lines: order.lines.map((line) => ({
      ...line,
      options: line.options.map((option) => ({
        ...option,
        label: label(option.label),
        value: label(option.value),
      })),
    })),
  };
}

const labelOf =
  ({ labels = {} }: Pick<Ordered, 'labels'>) =>
  (name: string): string =>
    translateLabel(labels, name);

type Translate = (part: string, values?: Record<string, string>) => string;

const translateWith =
  (texts: MailTexts): Translate =>
  (part, values = {}) =>
    getMailText(texts, `order.${part}`).replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

type Price = (cents: Cents) => string;

interface MailFormats {
  date: Pick<Intl.DateTimeFormat, 'format'>;
  day: Pick<Intl.DateTimeFormat, 'format'>;
  percent: Intl.NumberFormat;
}

const formats = new Map<Locale, MailFormats>();

/** The formats of a language. Creating them takes as long as the rest of a mail. */
function formatsOf(locale: Locale): MailFormats {
  const known = formats.get(locale);
  if (known) return known;
  const made = {
    date: makeDateFormat(locale, { dateStyle: 'long', timeZone: shop.timeZone }, calendarNames(locale)),
    day: makeDateFormat(locale, expectedDay, calendarNames(locale)),
    percent: new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }),
  };
  formats.set(locale, made);
  return made;
}

function factRows(order: Ordered, translate: Translate, locale: Locale): MailTableRow[] {
  const { shippingTitle, placedAt, collection } = order;
  const { date, day } = formatsOf(locale);
  const expected = expectedDelivery(shippingTitle, placedAt, shop.timeZone, collection?.hours);
  return rows([
    [translate('number'), order.number],
    [translate('placedAt'), date.format(placedAt)],
    [translate('shippedBy'), translateShippingTitle(shippingTitle, labelOf(order))],
    [translate('expected'), expected ? formatExpectedDays(expected, day.format) : ''],
    ...(collection ? collectionRows(collection, translate, locale) : []),
    [translate('shippedTo'), collection ? '' : addressLines(order)],
    [translate('paidBy'), order.paymentTitle],
  ]);
}

/** Builds the table of a mail about the collection of an order alone: the store and its opening hours. */
export const collectionSection = (collection: Collection, texts: MailTexts, locale: Locale): Section => ({
  rows: rows(collectionRows(collection, translateWith(texts), locale)),
});

function collectionRows({ lines, hours }: Collection, translate: Translate, locale: Locale): LabelledValue[] {
  const write = (at: number, options: Intl.DateTimeFormatOptions) =>
    makeDateFormat(locale, options, calendarNames(locale)).format(at);
  const open = openingHoursText(readHours(hours) ?? [], write).filter(({ times }) => times.length > 0);
  return [
    [translate('collectAt'), lines],
    [translate('openingHours'), open.map(({ days, times }) => `${days}: ${times.join(', ')}`)],
  ];
}

/** Returns the lines of the delivery address, as far as its parts may be in a mail. */
function addressLines(order: Ordered): string[] {
  const { shippingAddress: to } = order;
  if (!to) return [];
  const { firstname, lastname, apartment, street, suburb, city } = to;
  const typed = [apartment, street, suburb, city].map(mailableAddressText);
  return [
    [firstname, lastname].map(mailableName).filter(Boolean).join(' '),
    ...typed,
    placeOf(to, labelOf(order)),
  ].filter(Boolean);
}

/** Returns province and postal code as far as they can be verified. */
function placeOf(to: NonNullable<Ordered['shippingAddress']>, label: (name: string) => string): string {
  if (to.country_id !== 'ZA') return mailableAddressText(to.postcode);
  const province = findProvince(to.region_code || to.region || '')?.name;
  const postcode = validatePostcode(to.postcode, to.country_id) ? undefined : to.postcode.trim();
  return [province && label(province), postcode].filter(Boolean).join(', ');
}

function lineRows(lines: readonly OrderedLine[], translate: Translate, price: Price): MailTableRow[] {
  const remaining = lines.slice(maxLines);
  const shown = lines.slice(0, maxLines).map((line) => lineRow(line, translate, price));
  if (remaining.length === 0) return shown;
  const rest = remaining.reduce((sum, { rowCents }) => sum + rowCents, 0);
  return [...shown, { label: translate('more', { count: String(remaining.length) }), value: price(rest) }];
}

function lineRow(
  { qty, name, options, rowCents, picture, downloads = [] }: OrderedLine,
  translate: Translate,
  price: Price,
): MailTableRow {
  const notes = options.map(({ label, value, typed }) => `${label}: ${typed ? translate('asTyped') : value}`);
  const links = downloads.map((file) => ({
    label: translate('download', { name: file.name }),
    link: file.link,
  }));
  return { label: `${qty} × ${name}`, notes, links, value: price(rowCents), ...(picture && { picture }) };
}

function costRows(order: Ordered, translate: Translate, price: Price, locale: Locale): MailTableRow[] {
  const { subtotalCents, discountCents, shippingCents, grandTotalCents, shippingTitle } = order;
  const { percent } = formatsOf(locale);
  const costs = rows([
    [translate('subtotal'), price(subtotalCents)],
    [translate('discount'), discountCents > 0 ? price(-discountCents) : ''],
    [
      translate('shipping'),
      shippingTitle === '' ? '' : shippingCents > 0 ? price(shippingCents) : translate('free'),
    ],
  ]);
  const taxed = order.taxes.filter(({ taxCents }) => taxCents > 0);
  const taxes = taxed.map(({ rate, netCents, taxCents }) => ({
    label: translate('tax', { rate: percent.format(Number(`${rate}e-2`)), net: price(netCents) }),
    value: price(taxCents),
    small: true,
  }));
  const total = translate(taxed.length > 0 ? 'total' : 'totalZeroRated');
  const whole = { label: total, value: price(grandTotalCents + order.voucherCents), strong: true };
  return [...costs, whole, ...taxes, ...paymentRows(order, translate, price)];
}

/** What the voucher paid, and what else is paid or left to pay. */
function paymentRows(order: Ordered, translate: Translate, price: Price): MailTableRow[] {
  const { voucherCents, voucherBalanceCents: balance, grandTotalCents } = order;
  const label = dueLabel(order, translate);
  return [
    ...(balance === null ? [] : [{ label: translate('voucher'), value: price(-voucherCents) }]),
    ...(label ? [{ label, value: price(grandTotalCents), strong: true }] : []),
    ...(balance === null ? [] : [{ label: translate('voucherBalance'), value: price(balance) }]),
  ];
}

function dueLabel(
  { payment, paymentTitle, grandTotalCents, voucherBalanceCents }: Ordered,
  translate: Translate,
): string | undefined {
  if (grandTotalCents > 0 && payment === 'paid') return translate('paid', { method: paymentTitle });
  if (grandTotalCents > 0 && payment === 'on_delivery') return translate('toPayOnDelivery');
  return voucherBalanceCents === null ? undefined : translate('toPay');
}

type LabelledValue = [label: string, value: MailTableRow['value']];

const rows = (all: LabelledValue[]): MailTableRow[] =>
  all.filter(([, value]) => value.length > 0).map(([label, value]) => ({ label, value }));
