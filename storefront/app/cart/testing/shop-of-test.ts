import type { CartItem } from '@fynbos/core/cart/contract.ts';
import { lineKey } from '@fynbos/core/cart/line.ts';
import { mergePlan } from '@fynbos/core/cart/merge.ts';
import {
  type ProductOption,
  productOption,
  readProductOption,
} from '@fynbos/core/catalogue/product-option.ts';
import type { Static } from 'typebox';
import { ApiProblem } from '../../api-problem.ts';

type Item = Static<typeof CartItem>;

export interface Row {
  id: number;
  sku: string;
  option: ProductOption;
  qty: number;
}

export interface ShopCart {
  id: number;
  customer: number | undefined;
  rows: Row[];
  version: number;
  coupon: string | undefined;
  /** What was done under which key: what it meant, and the line it was about. */
  done: Map<string, { meaning: string; line: string | undefined }>;
  gone: boolean;
  /** The customer whose cart it went into. */
  mergedInto: number | undefined;
}

/** What became of a call: the cart it was about, unless there is none, and why it was refused, if it was. */
export interface Heard {
  call: Arriving;
  cart: ShopCart | undefined;
  refusal: ApiProblem | undefined;
}

/** A call as it arrives. */
export interface Arriving {
  name: string;
  token: string | undefined;
  key: string | undefined;
  query: Record<string, unknown>;
  body: { cartItem?: Record<string, unknown> };
  customer: number | undefined;
}

/** Each is a tenth of everything. */
export const coupons = new Set(['TEN', 'SPRING']);
/** How many of a product can be bought; anything else is without limit. */
export const stock = new Map([['SCARCE', 4]]);

/** The cart's server in memory, by the rules of the real one: keys, versions, merging once, refusals. */
export class ShopOfTest {
  readonly carts: ShopCart[] = [];
  readonly #tokens = new Map<string, ShopCart>();
  #next = 1;
  /** How many calls were carried out. */
  calls: string[] = [];
  /** Sees every call, and what became of it. */
  onCall: (heard: Heard) => void = () => {};

  cartOf(token: string | undefined): ShopCart | undefined {
    return token === undefined ? undefined : this.#tokens.get(token);
  }

  cartOfCustomer(customer: number): ShopCart | undefined {
    return this.carts.find((cart) => cart.customer === customer);
  }

  /** Answers a call. Throws ApiProblem for a refusal, and changes nothing then. */
  answer(call: Arriving): { code: number; result: never; meta: Record<string, unknown> } {
    this.calls.push(call.name);
    if (call.name === 'createCart') {
      const token = this.#open(call);
      this.onCall({ call, cart: this.cartOf(token), refusal: undefined });
      return { code: 200, result: token as never, meta: {} };
    }
    const cart = this.cartOf(call.token);
    try {
      const answer = this.#answer(cart, call);
      this.onCall({ call, cart, refusal: undefined });
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem) this.onCall({ call, cart, refusal: error });
      throw error;
    }
  }

  #answer(cart: ShopCart | undefined, call: Arriving) {
    if (!cart || cart.gone || (cart.customer !== undefined && cart.customer !== call.customer)) {
      throw new ApiProblem('cart_not_found', { status: 404 });
    }
    const result = call.name === 'pullCart' ? cart.rows.map(itemOf) : this.#write(cart, call);
    const meta = {
      cartVersion: cart.version,
      cart: { items: cart.rows.map(itemOf), totals: totalsOf(cart) },
    };
    return { code: 200, result: result as never, meta };
  }

  /** The cart is forgotten, as an old one is. */
  expire(token: string): void {
    const cart = this.cartOf(token);
    if (cart) cart.gone = true;
  }

  #open({ token, customer }: Arriving): string {
    const own = customer === undefined ? this.#newCart(undefined) : this.#customerCart(customer);
    const guest = customer === undefined ? undefined : this.cartOf(token);
    if (guest && !guest.gone && guest.customer === undefined) merge(own, guest, () => this.#next++);
    const given = `token-${this.#next++}`;
    this.#tokens.set(given, own);
    return given;
  }

  #customerCart(customer: number): ShopCart {
    return this.cartOfCustomer(customer) ?? this.#newCart(customer);
  }

  #newCart(customer: number | undefined): ShopCart {
    const cart: ShopCart = {
      ...{ id: this.#next++, customer, rows: [], version: 0, coupon: undefined },
      ...{ done: new Map(), gone: false, mergedInto: undefined },
    };
    this.carts.push(cart);
    return cart;
  }

  #write(cart: ShopCart, { name, key, query, body }: Arriving): unknown {
    // By which of a cart's tokens it comes makes no difference.
    const { quoteId: _, ...asked } = body.cartItem ?? {};
    const meaning = JSON.stringify([name, asked, query.coupon, query.voucherCode]);
    const before = key === undefined ? undefined : cart.done.get(key);
    if (before && before.meaning !== meaning) throw new ApiProblem('idempotency_conflict', { status: 409 });
    const line = before ? before.line : this.#change(cart, name, query, asked);
    if (!before) cart.version += 1;
    if (key !== undefined) cart.done.set(key, { meaning, line });
    const row = cart.rows.find((one) => keyOf(one) === line);
    return row ? itemOf(row) : true;
  }

  /** @returns the line it was about */
  #change(
    cart: ShopCart,
    name: string,
    query: Record<string, unknown>,
    asked: Record<string, unknown>,
  ): string | undefined {
    if (name === 'updateCartItem') return this.#update(cart, asked);
    if (name === 'deleteCartItem') cart.rows = cart.rows.filter(({ id }) => id !== asked.item_id);
    if (name === 'deleteCoupon') cart.coupon = undefined;
    if (name === 'applyCoupon') {
      if (!coupons.has(String(query.coupon))) throw new ApiProblem('coupon_wrong', { status: 400 });
      cart.coupon = String(query.coupon);
    }
    return undefined;
  }

  #update(cart: ShopCart, asked: Record<string, unknown>): string | undefined {
    const qty = asked.qty as number;
    if (asked.item_id === undefined) return this.#add(cart, asked, qty);
    const row = cart.rows.find(({ id }) => id === asked.item_id);
    if (!row) throw new ApiProblem('cart_item_not_found', { status: 404 });
    if (qty === 0) {
      cart.rows = cart.rows.filter((one) => one !== row);
      return undefined;
    }
    // A quantity alone leaves the options as they are; a line that became another product meanwhile is this one again.
    const isSilent = asked.product_option === undefined && asked.sku === row.sku;
    const next = isSilent ? row : { ...row, ...meant(asked) };
    const twin = cart.rows.find((one) => keyOf(one) === keyOf(next) && one.id !== row.id);
    const sum = qty + (twin?.qty ?? 0);
    if (keyOf(next) !== keyOf(row) || sum > row.qty) mayBe(next.sku, sum);
    cart.rows = cart.rows
      .filter((one) => one !== twin)
      .map((one) => (one.id === row.id ? { ...next, id: row.id, qty: sum } : one));
    return keyOf(next);
  }

  #add(cart: ShopCart, asked: Record<string, unknown>, qty: number): string {
    const line = meant(asked);
    const row = cart.rows.find((one) => keyOf(one) === keyOf(line));
    mayBe(line.sku, qty + (row?.qty ?? 0));
    const next = { ...line, id: row?.id ?? this.#next++, qty: qty + (row?.qty ?? 0) };
    cart.rows = row ? cart.rows.map((one) => (one === row ? next : one)) : [...cart.rows, next];
    return keyOf(next);
  }
}

function meant(asked: Record<string, unknown>): Pick<Row, 'sku' | 'option'> {
  return { sku: String(asked.sku), option: readProductOption(asked.product_option ?? productOption()) };
}

const keyOf = ({ sku, option }: Pick<Row, 'sku' | 'option'>) => lineKey({ sku, product_option: option });

function mayBe(sku: string, qty: number): void {
  const maxQuantity = stock.get(sku);
  if (maxQuantity !== undefined && qty > maxQuantity) {
    throw new ApiProblem('quantity_too_high', { status: 409, values: { maxQuantity } });
  }
}

function merge(own: ShopCart, guest: ShopCart, newId: () => number): void {
  const counted = (rows: readonly Row[]) =>
    rows.map((row) => ({ key: keyOf(row), qty: row.qty, available: stock.get(row.sku), row }));
  for (const step of mergePlan(counted(own.rows), counted(guest.rows))) {
    if (step.do === 'add') own.rows.push({ ...step.line.row, id: newId(), qty: step.qty });
    else step.line.row.qty = step.qty;
  }
  own.coupon ??= guest.coupon;
  guest.gone = true;
  guest.mergedInto = own.customer;
  own.version += 1;
}

function itemOf({ id, sku, option, qty }: Row): Item {
  return {
    ...{ item_id: id, sku, parentSku: '', qty, name: `Product ${sku}`, price: 10, price_incl_tax: 10 },
    ...{ original_price_incl_tax: 10, row_total_incl_tax: 10 * qty, discount_amount: 0, image: '' },
    ...{ product_type: 'simple', quote_id: '', product_option: option, options: [], url_path: '' },
    ...{ is_in_stock: true, available: stock.get(sku) ?? null, deals: [], problems: [] },
  };
}

function totalsOf({ rows, coupon }: ShopCart) {
  const sum = rows.reduce((total, { qty }) => total + qty * 10, 0);
  const off = coupon ? sum / 10 : 0;
  const value = sum - off;
  return {
    ...{ subtotal_incl_tax: sum, discount_amount: -off, shipping_incl_tax: 0, tax_amount: 0 },
    ...{ grand_total: value, ...(coupon ? { coupon_code: coupon } : {}) },
    total_segments: [{ code: 'grand_total', title: 'Grand Total', value }],
  };
}
