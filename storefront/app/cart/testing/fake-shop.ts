import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { mergePlan } from '@fynbos/core/cart/cart-merge.ts';
import type { CartItem } from '@fynbos/core/cart/contract.ts';
import { type ProductOption, productOption } from '@fynbos/core/catalogue/product-option.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import type { Static } from 'typebox';
import { ApiProblem } from '../../platform/api/api-problem.ts';

type Item = Static<typeof CartItem>;

interface Row {
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
  /** The calls carried out, by idempotency key: what each one meant and the line it affected. */
  done: Map<string, { meaning: string; line: string | undefined }>;
  isClosed: boolean;
  /** The customer whose cart it was merged into. */
  mergedInto: number | undefined;
}

/** A received call with its cart, if there is one, and the refusal, if it was refused. */
export interface ReceivedCall {
  call: Arriving;
  cart: ShopCart | undefined;
  refusal: ApiProblem | undefined;
}

/** A call as it arrives at the shop. */
export interface Arriving {
  name: string;
  token: string | undefined;
  key: string | undefined;
  query: Record<string, unknown>;
  body: { cartItem?: Record<string, unknown> };
  customer: number | undefined;
}

/** Coupons; each takes off 10 %. */
export const coupons = new Set(['TEN', 'SPRING']);
/** Products with limited stock; any other product is unlimited. */
export const stock = new Map([['SCARCE', 4]]);

/** An in-memory shop with the server's cart rules: idempotency keys, versions, a single merge, refusals. */
export class ShopOfTest {
  readonly carts: ShopCart[] = [];
  readonly #tokens = new Map<string, ShopCart>();
  #next = 1;
  /** Names of all calls received. */
  calls: string[] = [];
  /** Called for every call with its outcome. */
  onCall: (received: ReceivedCall) => void = () => {};

  cartOf(token: string | undefined): ShopCart | undefined {
    return token === undefined ? undefined : this.#tokens.get(token);
  }

  cartOfCustomer(customer: number): ShopCart | undefined {
    return this.carts.find((cart) => cart.customer === customer);
  }

  /** Handles a call. On a refusal it throws ApiProblem and changes nothing. */
  handle(call: Arriving): { code: number; result: never; meta: Record<string, unknown> } {
    this.calls.push(call.name);
    if (call.name === 'createCart') {
      const token = this.#open(call);
      this.onCall({ call, cart: this.cartOf(token), refusal: undefined });
      return { code: 200, result: token as never, meta: {} };
    }
    const cart = this.cartOf(call.token);
    try {
      const response = this.#handleCartCall(cart, call);
      this.onCall({ call, cart, refusal: undefined });
      return response;
    } catch (error) {
      if (error instanceof ApiProblem) this.onCall({ call, cart, refusal: error });
      throw error;
    }
  }

  #handleCartCall(cart: ShopCart | undefined, call: Arriving) {
    if (!cart || cart.isClosed || (cart.customer !== undefined && cart.customer !== call.customer)) {
      throw new ApiProblem('cart_not_found', { status: 404 });
    }
    const result = call.name === 'pullCart' ? cart.rows.map(itemOf) : this.#write(cart, call);
    const meta = {
      cartVersion: cart.version,
      cart: { items: cart.rows.map(itemOf), totals: totalsOf(cart) },
    };
    return { code: 200, result: result as never, meta };
  }

  /** Expires a cart, as happens to old carts. */
  expire(token: string): void {
    const cart = this.cartOf(token);
    if (cart) cart.isClosed = true;
  }

  #open({ token, customer }: Arriving): string {
    const target = customer === undefined ? this.#newCart(undefined) : this.#customerCart(customer);
    const guest = customer === undefined ? undefined : this.cartOf(token);
    if (guest && !guest.isClosed && guest.customer === undefined) merge(target, guest, () => this.#next++);
    const newToken = `token-${this.#next++}`;
    this.#tokens.set(newToken, target);
    return newToken;
  }

  #customerCart(customer: number): ShopCart {
    return this.cartOfCustomer(customer) ?? this.#newCart(customer);
  }

  #newCart(customer: number | undefined): ShopCart {
    const cart: ShopCart = {
      ...{ id: this.#next++, customer, rows: [], version: 0, coupon: undefined },
      ...{ done: new Map(), isClosed: false, mergedInto: undefined },
    };
    this.carts.push(cart);
    return cart;
  }

  #write(cart: ShopCart, { name, key, query, body }: Arriving): unknown {
    // The token of the cart that was used does not matter.
    const { quoteId: _, ...item } = body.cartItem ?? {};
    const meaning = JSON.stringify([name, item, query.coupon, query.voucherCode]);
    const before = key === undefined ? undefined : cart.done.get(key);
    if (before && before.meaning !== meaning) throw new ApiProblem('idempotency_conflict', { status: 409 });
    const content = () => JSON.stringify([cart.rows, cart.coupon]);
    const contentBefore = content();
    const line = before ? before.line : this.#change(cart, name, query, item);
    if (content() !== contentBefore) cart.version += 1;
    if (key !== undefined) cart.done.set(key, { meaning, line });
    const row = cart.rows.find((candidate) => keyOf(candidate) === line);
    return row ? itemOf(row) : true;
  }

  /** @returns the key of the affected line */
  #change(
    cart: ShopCart,
    name: string,
    query: Record<string, unknown>,
    item: Record<string, unknown>,
  ): string | undefined {
    if (name === 'updateCartItem') return this.#update(cart, item);
    if (name === 'deleteCartItem') cart.rows = cart.rows.filter(({ id }) => id !== item.item_id);
    if (name === 'deleteCoupon') cart.coupon = undefined;
    if (name === 'applyCoupon') {
      if (!coupons.has(String(query.coupon))) throw new ApiProblem('coupon_wrong', { status: 400 });
      cart.coupon = String(query.coupon);
    }
    return undefined;
  }

  #update(cart: ShopCart, item: Record<string, unknown>): string | undefined {
    const qty = item.qty as number;
    if (item.item_id === undefined) return this.#add(cart, item, qty);
    const row = cart.rows.find(({ id }) => id === item.item_id);
    if (!row) throw new ApiProblem('cart_item_not_found', { status: 404 });
    if (qty === 0) {
      cart.rows = cart.rows.filter((candidate) => candidate !== row);
      return undefined;
    }
    // A quantity alone leaves the options unchanged; a line that has since become another product becomes
    // this one again.
    const isSilent = item.product_option === undefined && item.sku === row.sku;
    const next = isSilent ? row : { ...row, ...meant(item) };
    const twin = cart.rows.find((candidate) => keyOf(candidate) === keyOf(next) && candidate.id !== row.id);
    const sum = qty + (twin?.qty ?? 0);
    if (keyOf(next) !== keyOf(row) || sum > row.qty) mayBe(next.sku, sum);
    cart.rows = cart.rows
      .filter((candidate) => candidate !== twin)
      .map((candidate) => (candidate.id === row.id ? { ...next, id: row.id, qty: sum } : candidate));
    return keyOf(next);
  }

  #add(cart: ShopCart, item: Record<string, unknown>, qty: number): string {
    const line = meant(item);
    const row = cart.rows.find((candidate) => keyOf(candidate) === keyOf(line));
    mayBe(line.sku, qty + (row?.qty ?? 0));
    const next = { ...line, id: row?.id ?? this.#next++, qty: qty + (row?.qty ?? 0) };
    cart.rows = row
      ? cart.rows.map((candidate) => (candidate === row ? next : candidate))
      : [...cart.rows, next];
    return keyOf(next);
  }
}

function meant(item: Record<string, unknown>): Pick<Row, 'sku' | 'option'> {
  return { sku: String(item.sku), option: readProductOption(item.product_option ?? productOption()) };
}

const keyOf = ({ sku, option }: Pick<Row, 'sku' | 'option'>) => lineKey({ sku, product_option: option });

function mayBe(sku: string, qty: number): void {
  const maxQuantity = stock.get(sku);
  if (maxQuantity !== undefined && qty > maxQuantity) {
    throw new ApiProblem('quantity_too_high', { status: 409, values: { maxQuantity } });
  }
}

function merge(target: ShopCart, guest: ShopCart, newId: () => number): void {
  const counted = (rows: readonly Row[]) =>
    rows.map((row) => ({ key: keyOf(row), qty: row.qty, available: stock.get(row.sku), row }));
  for (const step of mergePlan(counted(target.rows), counted(guest.rows))) {
    if (step.do === 'add') target.rows.push({ ...step.line.row, id: newId(), qty: step.qty });
    else step.line.row.qty = step.qty;
  }
  target.coupon ??= guest.coupon;
  guest.isClosed = true;
  guest.mergedInto = target.customer;
  target.version += 1;
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
