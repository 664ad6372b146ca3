import type { LineIdentity } from '@fynbos/core/cart/cart-line.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { UnitPrice } from '@fynbos/core/pricing/line-amount.ts';
import type { DeliveryPromise } from '../../delivery/state/delivery-promise.ts';
import type { ApiProblemCode } from '../../platform/api/api-problem.ts';

/** A chosen option as shown to the shopper. */
interface ChosenOption {
  label: string;
  value: string;
}

/**
 * A line as the browser stores it: its identity, and enough to show it offline. `sku` is the child's for a
 * configurable product.
 */
export interface CartLine extends LineIdentity {
  /** The parent product of the variant; empty when there is none. */
  parentSku: string;
  product_type: string;
  name: string;
  image: string;
  /** The path of its product page; a variant is opened there with `productPath(line, line.sku)`. */
  url_path: string;
  options: ChosenOption[];
  /** The price of one unit with tax, now and before a reduction. */
  unit: Cents;
  original: Cents;
  inStock: boolean;
  /** The quantity that can be bought; null means no limit. */
  available: number | null;
  /** The minimum quantity of the line, if above 1. */
  minimum?: number | undefined;
}

/** The stored fields of a line: its identity and its display data. */
export function bareLine(line: CartLine): CartLine {
  const { sku, parentSku, product_option, product_type, name, image, url_path } = line;
  const { options, unit, original, inStock, available, minimum } = line;
  const shown = { product_type, name, image, url_path, options, unit, original, inStock, available, minimum };
  return { sku, parentSku, product_option, ...shown };
}

/** A line to add, with the fields that decide whether it may be added (spec commerce 5). */
export interface NewLine extends CartLine {
  status: number;
  /** Whether all required options are chosen. */
  configured: boolean;
}

/** A promotion that applies, and what it takes off. Older snapshots have no code. */
export interface DealMet {
  code?: string;
  label: string;
  saving: Cents;
}

/** A promotion that lacks units; a combo lacks other products. Older snapshots have no code. */
export interface DealMissed {
  code?: string;
  label: string;
  missing: number;
  isCombo: boolean;
}

/** What the server says about the price of a line; absent in older snapshots. */
interface LineOffers {
  /** The price per kilogram, litre or item. */
  unitPrice?: UnitPrice | undefined;
  dealsMet?: readonly DealMet[] | undefined;
  dealsMissed?: readonly DealMissed[] | undefined;
}

/** A line of the cart that the server confirmed. */
export interface ConfirmedLine extends CartLine, LineOffers {
  item_id: number;
  qty: number;
  /** The line total after promotions and coupon, and the discount they give. */
  paid: Cents;
  discount: Cents;
  /** Labels of the promotions that apply to it. */
  deals: string[];
  /** Codes of the problems that prevent it from being ordered. */
  problems: string[];
}

/** A line as shown to the shopper: confirmed, or not yet. */
export interface CartViewLine extends CartLine, LineOffers {
  /** Identifies the line in every action. */
  key: string;
  qty: number;
  /** The line total: the server's value, or unit price times quantity until it is confirmed. */
  row: Cents;
  /** What promotions and coupon took off the line: `row` is without it. */
  discount: Cents;
  deals: readonly string[];
  problems: readonly string[];
  /** The server has not confirmed its current state. */
  pending: boolean;
  /** Why the last change of this line was refused. */
  refusal?: CartRefusal;
}

/** A refusal by the server, with its reason. It remains until it is dismissed. */
export interface CartRefusal {
  id: string;
  /** The line it refers to. */
  key: string;
  name: string;
  kind: 'add' | 'set' | 'remove' | 'change';
  code: ApiProblemCode;
  values: Record<string, string | number>;
  /** The sentence of the server, for a code without a message here. */
  sentence?: string;
}

export interface VoucherBalance {
  before: Cents;
  after: Cents;
  /** Ids of the lines whose goods it pays, and nothing else; undefined for everything, delivery too. */
  items?: readonly number[] | undefined;
}

/** The promise of a delivery, and a later one for a lower fee. */
export interface CartPromise extends DeliveryPromise {
  postcode: string;
  cheaper: DeliveryPromise | undefined;
}

/**
 * The cart totals, in cents. An estimate is computed in the browser, with the discounts that the server confirmed for lines
 * which did not change since; a voucher pays it.
 */
export interface CartViewTotals {
  estimate: boolean;
  subtotal: Cents;
  /** 0 or more. */
  discount: Cents;
  /** Undefined while no shipping method is known. */
  shipping: Cents | undefined;
  tax: Cents | undefined;
  grandTotal: Cents;
  coupon: string | undefined;
  voucher: string | undefined;
  /** What is on the voucher before the order, and after it; undefined for a discount and in older snapshots. */
  voucherBalance?: VoucherBalance | undefined;
  /** The subtotal from which delivery is free, where there is such an offer; 0 with a coupon for it. */
  freeDeliveryFrom: Cents | undefined;
  /** The carrier that delivers free of charge from then on. */
  freeDeliveryBy?: string | undefined;
  /** The value before coupons and vouchers, on which delivery methods and fees depend; undefined in older snapshots. */
  goodsValue?: Cents | undefined;
  /** Some of the goods must stay cold. */
  needsCold?: boolean | undefined;
  /** Who brings the goods with the chosen method, and when. */
  delivery?: { carrier: string; first?: string | undefined; last?: string | undefined } | undefined;
  /** Nothing is delivered. */
  virtual?: boolean;
  /** What the shop promises at the shopper's place while no method is chosen; its fee is in `shipping`. */
  promise?: CartPromise;
  segments: readonly { code: string; title: string; value: Cents }[];
  /** The tax included, by rate, as computed by the server; empty in an estimate. */
  taxes: readonly { percent: number; value: Cents }[];
}

/**
 * `loading` until the browser's storage is read; `offline` without a network; `unsynced` when changes do
 * not reach the shop although there is a network; otherwise `ready`.
 */
export type CartState = 'loading' | 'ready' | 'offline' | 'unsynced';

export interface CartView {
  state: CartState;
  online: boolean;
  /** Entries are being sent to the server. */
  busy: boolean;
  /** Whether waiting entries survive a reload: false where the browser blocks storage. */
  durable: boolean;
  lines: readonly CartViewLine[];
  /** Lines or units, as the operator configured it. */
  count: number;
  totals: CartViewTotals;
  /** The server's totals; undefined while entries wait. They equal `totals` unless the switch «totals sync» is off. */
  confirmed: CartViewTotals | undefined;
  /** Newest first; including those of removed lines. */
  refusals: readonly CartRefusal[];
}
