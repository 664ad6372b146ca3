import type { LineTotal, Totals } from '@fynbos/core/cart/cart-totals.ts';
import type { CartItem, CartTotals, PaymentMethod, ShippingMethod } from '@fynbos/core/cart/contract.ts';
import type { DeliveryOffer } from '@fynbos/core/delivery/delivery-offer.ts';
import { expectedDelivery } from '@fynbos/core/delivery/expected-delivery.ts';
import { type Cents, centsToDecimal, netOfCents, netToDecimal } from '@fynbos/core/money.ts';
import { paymentTypeId } from '@fynbos/core/payments/providers.ts';
import { unitPrice } from '@fynbos/core/pricing/line-amount.ts';
import { measureOf } from '@fynbos/core/pricing/unit-price.ts';
import { shop } from '@fynbos/core/shop.ts';
import type { Static } from 'typebox';
import { attributeLabel } from '../catalogue/documents/attribute-label.ts';
import type { LiveCatalogue } from '../catalogue/live-catalogue.ts';
import type { WorkedCart, WorkedLine } from './calculated-cart.ts';
import type { LineFacts } from './items/line-facts.ts';
import { optionLabels, optionOnWire } from './items/product-facts.ts';
import type { OnlinePayment } from './records/cart-context.ts';

type Item = Static<typeof CartItem>;

/** The lines of a cart in the wire format (wire contract 1.1 «pull»), each with its problems. */
export function itemsOnWire({ cart, lines, totals }: WorkedCart, catalogue: LiveCatalogue): Item[] {
  const byKey = new Map(totals.lines.map((line) => [line.key, line]));
  return lines.map((line) => itemOnWire(line, catalogue, String(cart.id), byKey.get(line.row.line_key)));
}

/** @param total the totals of the line in its cart; without it, the line is priced alone */
export function itemOnWire(
  { row, option, facts, problem, deals, missed }: WorkedLine,
  catalogue: LiveCatalogue,
  quoteId: string,
  total?: LineTotal,
): Item {
  const shown = facts?.parent ?? facts?.facts;
  const row_total = total?.paid ?? (facts?.price.final_incl_tax ?? 0) * row.qty;
  return {
    item_id: row.id,
    sku: row.sku,
    parentSku: row.parent_sku,
    qty: row.qty,
    name: shown?.name ?? row.sku,
    price: netToDecimal(facts?.price.final ?? 0),
    price_incl_tax: centsToDecimal(facts?.price.final_incl_tax ?? 0),
    original_price_incl_tax: centsToDecimal(facts?.price.original_incl_tax ?? 0),
    row_total_incl_tax: centsToDecimal(row_total),
    discount_amount: centsToDecimal(total?.discount ?? 0),
    product_type: facts?.parent?.type_id ?? facts?.facts.type_id ?? 'simple',
    quote_id: quoteId,
    product_option: facts ? optionOnWire(facts.facts, facts.parent, option) : option,
    options: facts ? optionLabels(facts.facts, facts.parent, option, catalogue) : [],
    image: facts?.facts.image ?? '',
    url_path: shown?.url_path ?? '',
    is_in_stock: facts?.candidate.inStock ?? false,
    available: facts?.candidate.available ?? null,
    ...minimumOf(facts?.candidate.minimum),
    ...comparedPrice(facts, catalogue),
    deals: [...new Set(deals.map(({ deal }) => deal.label))],
    deals_met: deals.map(({ deal: { code, label }, amount }) => ({
      ...{ code, label, saving: centsToDecimal(amount) },
    })),
    deals_missed: missed.map(({ deal: { code, label, kind }, missing }) => ({
      ...{ code, label, missing, is_combo: kind === 'combo' },
    })),
    problems: problem ? [problem] : [],
  };
}

/** The price per kilogram, litre or item; none for a pack of exactly one of them. */
function comparedPrice(line: LineFacts | undefined, catalogue: LiveCatalogue): Pick<Item, 'unit_price'> {
  if (!line) return {};
  const { facts, price } = line;
  const inclTax = centsToDecimal(price.final_incl_tax);
  const unit_price = unitPrice(
    inclTax,
    measureOf(attributeLabel(facts.packsize, catalogue.attributes().get('packsize'))),
  );
  return unit_price && unit_price.amount !== inclTax ? { unit_price } : {};
}

const minimumOf = (minimum = 1) => (minimum > 1 ? { min_sale_qty: minimum } : {});

/** Platform totals (spec commerce 3, wire contract 1.1 «shipping-information»). */
export function totalsOnWire(worked: WorkedCart, catalogue: LiveCatalogue): Static<typeof CartTotals> {
  const { totals, coupon, voucher } = worked;
  const { currency } = catalogue.view;
  const grand = centsToDecimal(totals.grand_total);
  return {
    grand_total: grand,
    base_grand_total: grand,
    subtotal: centsToDecimal(totals.subtotal_net),
    subtotal_incl_tax: centsToDecimal(totals.subtotal),
    subtotal_with_discount: centsToDecimal(totals.subtotal - totals.discount),
    discount_amount: minus(totals.discount),
    shipping_amount: centsToDecimal(totals.shipping_net),
    shipping_incl_tax: centsToDecimal(totals.shipping),
    shipping_discount_amount: centsToDecimal(totals.shipping_discount),
    tax_amount: centsToDecimal(totals.tax),
    // The key is present only if the coupon counts.
    ...(coupon ? { coupon_code: coupon.code } : {}),
    ...(voucher ? { voucher_code: voucher.code, ...voucherOnWire(worked) } : {}),
    base_currency_code: currency,
    quote_currency_code: currency,
    items_qty: totals.units,
    items: worked.lines.flatMap((line) => totalOfLine(line, worked, catalogue)),
    total_segments: segments(worked),
    ...deliveryOnWire(worked),
  };
}

/** What the totals say about delivery besides its cost (spec D70). */
function deliveryOnWire({ freeDelivery, goodsValue, cold, shipping, at }: WorkedCart) {
  return {
    ...(freeDelivery && { free_delivery_from: centsToDecimal(freeDelivery.from) }),
    ...(freeDelivery?.carrier_title && { free_delivery_by: freeDelivery.carrier_title }),
    goods_value: centsToDecimal(goodsValue),
    needs_cold: cold,
    ...(shipping?.chosen && {
      shipping_carrier_title: shipping.carrier_title,
      ...expectedOnWire(shipping, at),
    }),
  };
}

function voucherOnWire({ voucherTerms, totals: { voucher }, lines }: WorkedCart) {
  if (!voucherTerms) return {};
  const { balance, keys } = voucherTerms;
  return {
    voucher_amount: centsToDecimal(voucher),
    voucher_balance: centsToDecimal(balance),
    voucher_balance_after: centsToDecimal(balance - voucher),
    ...(keys && {
      voucher_items: lines.filter(({ row }) => keys.includes(row.line_key)).map(({ row }) => row.id),
    }),
  };
}

const minus = (cents: Cents): number => (cents === 0 ? 0 : centsToDecimal(-cents));

function totalOfLine(line: WorkedLine, { totals }: WorkedCart, catalogue: LiveCatalogue) {
  const total = totals.lines.find((candidate) => candidate.key === line.row.line_key);
  if (!total || !line.facts) return [];
  const { facts, parent } = line.facts;
  const net = total.paid - total.tax;
  return [
    {
      item_id: line.row.id,
      name: (parent ?? facts).name,
      qty: line.row.qty,
      price: netToDecimal(total.unit_net),
      price_incl_tax: centsToDecimal(total.unit),
      row_total: centsToDecimal(total.row_net),
      row_total_incl_tax: centsToDecimal(total.row),
      row_total_with_discount: centsToDecimal(net),
      tax_amount: centsToDecimal(total.tax),
      tax_percent: total.taxes[0]?.rate ?? 0,
      discount_amount: centsToDecimal(total.discount),
      discount_percent: 0,
      // A JSON string, as old clients expect.
      options: JSON.stringify(optionLabels(facts, parent, line.option, catalogue)),
    },
  ];
}

/**
 * The segments in the order of their rows. Subtotal, shipping, payment, discount and voucher add up to the
 * grand total. Both subtotals include tax, as old clients show them.
 */
function segments({ lines, totals, coupon, voucher, shipping }: WorkedCart) {
  const discounts = [coupon, voucher].flatMap((code) => (code && code.balance === null ? code.code : []));
  const codes = discounts.join(', ');
  const subtotal = centsToDecimal(totals.subtotal);
  return [
    { code: 'subtotal', title: 'Subtotal', value: subtotal },
    { code: 'subtotal_incl_tax', title: 'Subtotal incl. tax', value: subtotal },
    ...(shipping?.chosen
      ? [{ code: 'shipping', title: 'Shipping & Handling', value: centsToDecimal(totals.shipping) }]
      : []),
    // No payment method costs anything (spec commerce 3).
    ...(lines.length > 0 ? [{ code: 'payment', title: 'Payment', value: 0 }] : []),
    ...discountSegments(totals, codes),
    {
      code: 'tax',
      title: 'Tax',
      value: centsToDecimal(totals.tax),
      area: 'taxes',
      extension_attributes: {
        tax_grandtotal_details: totals.taxes.map(({ rate, tax }, index) => ({
          amount: centsToDecimal(tax),
          group_id: index + 1,
          rates: [{ percent: String(rate), title: 'VAT' }],
        })),
      },
    },
    ...(voucher && totals.voucher > 0
      ? [{ code: 'voucher', title: `Voucher (${voucher.code})`, value: minus(totals.voucher) }]
      : []),
    { code: 'grand_total', title: 'Grand Total', value: centsToDecimal(totals.grand_total), area: 'footer' },
  ];
}

function discountSegments({ discount, shipping_discount }: Totals, codes: string) {
  const off = discount + shipping_discount;
  const title = codes ? `Discount (${codes})` : 'Discount';
  return off > 0 ? [{ code: 'discount', title, value: minus(off) }] : [];
}

/** A shipping method in the wire format. */
export function shippingOnWire(
  { price, store, ...named }: DeliveryOffer,
  rate: number,
): Static<typeof ShippingMethod> {
  const net = centsToDecimal(netOfCents(price, rate));
  return {
    ...named,
    ...(store && { store: { code: store.code, name: store.name } }),
    amount: net,
    base_amount: net,
    available: true,
    error_message: '',
    price_excl_tax: net,
    price_incl_tax: centsToDecimal(price),
    default: false,
    offline: false,
    is_server_method: true,
  };
}

/** The days on which an order placed now is expected, if the title of the method states a time. */
export function expectedOnWire(
  { method_title, store }: DeliveryOffer,
  now: Date,
): Pick<Static<typeof ShippingMethod>, 'expected_first' | 'expected_last'> {
  const days = expectedDelivery(method_title, now, shop.timeZone, store?.hours);
  return days ? { expected_first: days.first, expected_last: days.last } : {};
}

/** Clients drop methods that are not available (spec commerce 5). */
export const refusedForCold: Pick<
  Static<typeof ShippingMethod>,
  'available' | 'error_message' | 'unavailable_reason'
> = {
  available: false,
  error_message: 'This method does not carry chilled or frozen products.',
  unavailable_reason: 'cold_goods',
};

/**
 * The payment methods of a cart: on delivery, unless nothing is delivered (spec commerce 5, PAY-6), and online
 * where its total is within the provider's limits. On delivery is the default, except for a download: that is there
 * at once only if it is paid online.
 */
export function paymentsOnWire(
  {
    virtual,
    hasDownloads = false,
    totals,
    currency,
  }: Pick<WorkedCart, 'virtual' | 'currency'> &
    Partial<Pick<WorkedCart, 'hasDownloads'>> & { totals: { grand_total: Cents } },
  online: readonly OnlinePayment[],
): Static<typeof PaymentMethod>[] {
  const plain = { cost: 0, cost_incl_tax: 0, offline: true, is_server_method: false };
  const free = { code: 'free', title: 'No Payment Information Required', default: true, ...plain };
  const total = totals.grand_total;
  if (total === 0) return [free];
  const offered = online
    .filter(({ min, max, currencies }) => min <= total && total <= max && currencies.includes(currency))
    .map(({ code, title }, index) => {
      const payment_type_id = paymentTypeId(code);
      return {
        ...{ code, title, cost: 0, cost_incl_tax: 0, ...(payment_type_id && { payment_type_id }) },
        ...{ default: hasDownloads && index === 0, offline: false, is_server_method: true },
      };
    });
  const isDefault = !hasDownloads || offered.length === 0;
  const onDelivery = { code: 'cashondelivery', title: 'Pay on delivery', default: isDefault, ...plain };
  return virtual ? offered : [onDelivery, ...offered];
}
