import { type CartProblem, orderProblem } from '@fynbos/core/cart/cart-rules.ts';
import { type Totals, type TotalsShipping, totalsOf } from '@fynbos/core/cart/cart-totals.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { hasDownloads, isVirtual } from '@fynbos/core/checkout/checkout-steps.ts';
import type { FreeDelivery } from '@fynbos/core/delivery/delivery-methods.ts';
import type { DeliveryOffer, Destination } from '@fynbos/core/delivery/delivery-offer.ts';
import {
  type Coupon,
  type CouponLine,
  couponDiscounts,
  voucherTerms,
} from '@fynbos/core/promotions/coupon.ts';
import { applyDeals, type DealDiscount } from '@fynbos/core/promotions/deals.ts';
import { type MissedDeal, missedDeals } from '@fynbos/core/promotions/missed-deals.ts';
import { payByVoucher, type VoucherTerms } from '@fynbos/core/promotions/voucher-payment.ts';
import { shop } from '@fynbos/core/shop.ts';
import { collectingStore } from '@fynbos/core/stores/collecting-store.ts';
import { findPlace } from '@fynbos/core/stores/places.ts';
import { rateFor } from '../pricing/tax-rate.ts';
import type { Shipping } from '../schema/cart-tables.ts';
import { findCoupons } from './cart-coupons.ts';
import { hasColdLine } from './items/cold-lines.ts';
import { findLineFacts, type LineFacts } from './items/line-facts.ts';
import type { Carts, Shopper } from './records/cart-context.ts';
import type { CartRow, LineRow, StoredCart } from './records/cart-store.ts';

/** A cart with current prices: the price and availability of every line, and the totals. */
export interface WorkedCart {
  cart: CartRow;
  lines: WorkedLine[];
  totals: Totals;
  /** The goods that coupons apply to. */
  goods: CouponLine[];
  /** Their value after promotions and before coupons, on which delivery methods and fees depend. */
  goodsValue: number;
  coupon: Coupon | undefined;
  voucher: Coupon | undefined;
  /** What the voucher can pay, if it is money. */
  voucherTerms: VoucherTerms | undefined;
  shipping: (DeliveryOffer & { chosen: boolean }) | undefined;
  offered: DeliveryOffer[];
  /** The currency of its prices. */
  currency: string;
  /** Whether any of the goods must stay cold. */
  cold: boolean;
  /** Whether nothing in it needs delivery. */
  virtual: boolean;
  /** Whether something in it can be downloaded once it is paid. */
  hasDownloads: boolean;
  /** From which goods total delivery is free: 0 with a coupon for it, undefined when it never is. */
  freeDelivery: FreeDelivery | undefined;
  /** When it was calculated. */
  at: Date;
}

export interface WorkedLine {
  row: LineRow;
  option: ProductOption;
  /** Undefined when the product no longer exists. */
  facts: LineFacts | undefined;
  /** The problem that prevents ordering the line. */
  problem: CartProblem | undefined;
  deals: DealDiscount[];
  /** The deals that it would count in, if there were more units. */
  missed: MissedDeal[];
}

const deliveryTaxClass = 2;

/** Prices a cart (spec D18, D22): current prices, promotions, coupon, delivery, tax, voucher. */
export async function workOut(
  carts: Carts,
  shopper: Shopper,
  { cart, lines: rows }: StoredCart,
): Promise<WorkedCart> {
  const lines = rows.map((row) => workLine(carts, shopper, row));
  const knownLines = lines.flatMap((line) => (line.facts ? [{ ...line, facts: line.facts }] : []));
  const { discounts, missed } = dealsOf(carts, knownLines, shopper.view.catalogue.view.currency);
  const goods: CouponLine[] = knownLines.map(({ row, facts }) => ({
    key: row.line_key,
    amount: facts.price.final_incl_tax * row.qty - sumFor(discounts, row.line_key),
    category_ids: facts.categories,
  }));
  const { coupon, voucher } = await findCoupons(carts, shopper, cart, goods);
  const off = [coupon, voucher].flatMap((applied) => (applied ? [couponDiscounts(applied, goods)] : []));
  const goodsValue = goods.reduce((sum, line) => sum + line.amount, 0);
  const goodsTypes = knownLines.map(({ facts }) => ({ product_type: facts.facts.type_id }));
  const virtual = isVirtual(goodsTypes);
  const cold = hasColdLine(
    shopper,
    knownLines.map(({ facts }) => facts),
  );
  const offered = virtual ? [] : offeredFor(carts, shopper, cart, { amount: goodsValue, cold, lines });
  const shipping = chosenOf(offered, cart.shipping);
  const free = [coupon, voucher].some((applied) => applied?.kind === 'free_delivery');
  const priced = totalsOf(
    knownLines.map(({ row, facts }) => ({
      key: row.line_key,
      qty: row.qty,
      price: facts.price,
      shares: facts.shares,
      deal: sumFor(discounts, row.line_key),
      coupon: off.reduce((sum, couponDiscount) => sum + (couponDiscount.get(row.line_key) ?? 0), 0),
    })),
    shipping?.chosen ? costOf(carts, shopper, shipping.price, free) : undefined,
  );
  const terms = voucher && voucherTerms(voucher, goods);
  return {
    cart,
    lines: lines.map((line) => ({
      ...line,
      deals: discounts.filter(({ key }) => key === line.row.line_key),
      missed: missed.filter(({ key }) => key === line.row.line_key),
    })),
    totals: payByVoucher(priced, terms),
    goods,
    goodsValue,
    coupon,
    voucher,
    voucherTerms: terms,
    shipping,
    offered,
    cold,
    virtual,
    hasDownloads: hasDownloads(goodsTypes),
    currency: shopper.view.catalogue.view.currency,
    freeDelivery: virtual ? undefined : freeDeliveryOf(carts, shopper, { cold, free }),
    at: carts.now(),
  };
}

function freeDeliveryOf(
  { delivery }: Carts,
  { view }: Shopper,
  { cold, free }: { cold: boolean; free: boolean },
): FreeDelivery | undefined {
  return free ? { from: 0, carrier_title: '' } : delivery.freeDelivery(view.catalogue.view, { cold });
}

/** Prices one line without the effects of the rest of the cart. */
export function workLine(carts: Carts, shopper: Shopper, row: LineRow): WorkedLine {
  const option = row.product_option;
  const facts = findLineFacts(carts, shopper, { ...row, product_option: option });
  const problem = facts ? orderProblem(facts.candidate, row.qty, carts.rules) : 'product_unavailable';
  return { row, option, facts, problem, deals: [], missed: [] };
}

function dealsOf(
  carts: Carts,
  lines: readonly { row: LineRow; facts: LineFacts }[],
  currency: string,
): { discounts: DealDiscount[]; missed: MissedDeal[] } {
  const dealLines = lines.map(({ row, facts }) => ({
    key: row.line_key,
    sku: row.sku,
    qty: row.qty,
    unit: facts.price.final_incl_tax,
  }));
  const skus = dealLines.map(({ sku }) => sku);
  const deals = carts.deals.for(skus, currency);
  const { discounts, left } = applyDeals(dealLines, deals, carts.now());
  return { discounts, missed: missedDeals(left, deals, carts.now()) };
}

const sumFor = (discounts: readonly DealDiscount[], key: string): number =>
  discounts.filter((discount) => discount.key === key).reduce((sum, { amount }) => sum + amount, 0);

/** The shipping methods for the cart's destination. */
export function offeredFor(
  carts: Carts,
  shopper: Shopper,
  { shipping }: Pick<CartRow, 'shipping'>,
  { lines, ...goods }: Pick<Destination, 'amount' | 'cold'> & { lines: readonly WorkedLine[] },
): DeliveryOffer[] {
  const { country_id, region_code = '', postcode = '' } = shipping;
  const { view } = shopper.view.catalogue;
  const country = country_id || view.country;
  const place = country === shop.country ? findPlace(postcode) : undefined;
  const store = collectingStore(carts.stores().values(), shopper.store, place);
  const to = {
    ...{ country, region_code, postcode, ...goods },
    store: store && hasGoods(carts, { ...shopper, store: store.code }, lines) ? store : undefined,
  };
  return carts.delivery.offersFor(to, view);
}

/** Whether what can be ordered is also there at the shopper's store, which may have stock of its own. */
function hasGoods(carts: Carts, shopper: Shopper & { store: string }, lines: readonly WorkedLine[]): boolean {
  return lines.every(({ row, facts, problem }) => {
    const hasOwnStock = facts?.units.some(({ id }) => carts.storeStock.find(id, shopper.store));
    return problem || !hasOwnStock || workLine(carts, shopper, row).problem === undefined;
  });
}

/** The method that the shopper chose, while it is offered; otherwise the first (spec D22). */
function chosenOf(offered: readonly DeliveryOffer[], { carrier_code, method_code }: Shipping) {
  const chosen = offered.find(
    (offer) => offer.carrier_code === carrier_code && offer.method_code === method_code,
  );
  if (chosen) return { ...chosen, chosen: true };
  const [first] = offered;
  return first && { ...first, chosen: carrier_code !== undefined };
}

function costOf(carts: Carts, shopper: Shopper, price: number, free: boolean): TotalsShipping {
  return { price, discount: free ? price : 0, rate: deliveryRate(carts, shopper) };
}

/** The tax rate included in delivery costs, in percent: the standard rate. */
export function deliveryRate({ policy, now }: Carts, { view: { catalogue }, group }: Shopper): number {
  const place = { view: catalogue.view, policy, taxRules: catalogue.taxRules(), now: now() };
  return rateFor(deliveryTaxClass, place, group);
}
