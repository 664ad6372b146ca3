import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { type CartOutbox, type PendingEntry, snapshotOf } from '../sync/cart-outbox.ts';
import { apply, cameTo, merged, mustBeSame, type Quantities } from './cart-model.ts';
import { coupons, type ReceivedCall, type ShopCart, type ShopOfTest } from './fake-shop.ts';
import type { Device } from './simulated-device.ts';
import { newLine } from './test-cart-line.ts';

/** The expected state of a cart. */
export interface CartOfModel {
  customer: number | undefined;
  lines: Quantities;
  coupon: string | undefined;
  version: number;
  /** A login has merged it into a customer's cart. */
  isMerged: boolean;
  /** Idempotency keys of the entries that counted. */
  counted: Set<string>;
  /** Line keys by the shop's item ids, and all pairs that ever existed. */
  names: Map<number, string>;
  everNamed: Set<string>;
  /** The content at each version. */
  past: Map<number, Seen>;
}

export interface Seen {
  lines: Quantities;
  coupon: string | undefined;
}

/**
 * Reference model of the carts of customers with several devices. An entry counts once, when it reaches the
 * shop, within the shop's rules. It applies to the line its device knows, even if that line has changed
 * since. A login adds the guest's lines to the customer's once. A logout leaves the customer's cart with
 * the entries that reached it. From the shop the model takes only the order of arrival and the item ids.
 *
 * Every method throws Error where the implementation differs.
 */
export class CartsModel {
  /** All entries ever stored. */
  readonly written = new Map<string, PendingEntry>();
  readonly #writers = new Map<string, number | undefined>();
  readonly #carts = new Map<number, CartOfModel>();
  readonly #refused = new Set<string>();
  /** Devices where a customer is logging out or has logged out since the cart there began. */
  readonly #left = new Set<Device>();
  readonly #shop: ShopOfTest;

  constructor(shop: ShopOfTest) {
    this.#shop = shop;
  }

  /** The cart of a token. */
  of(token: string | undefined): CartOfModel | undefined {
    const named = this.#shop.cartOf(token);
    return named && this.#carts.get(named.id);
  }

  all(): readonly CartOfModel[] {
    return [...this.#carts.values()];
  }

  /** A call arrived at the shop. */
  receive({ call, cart, refusal }: ReceivedCall): void {
    if (call.name === 'createCart') {
      this.#open(cart!, call.customer, this.of(call.token));
      return;
    }
    const modelCart = cart && this.#carts.get(cart.id);
    const isTheirs = modelCart && (modelCart.customer === undefined || modelCart.customer === call.customer);
    if (!isTheirs || modelCart.isMerged) {
      mustBe('the refusal of a foreign cart', refusal?.code, 'cart_not_found');
      return;
    }
    const { key } = call;
    const isNew = call.name !== 'pullCart' && (key === undefined || !modelCart.counted.has(key));
    const contentBefore = contentOf(modelCart);
    const problem = isNew ? this.#enter(modelCart, call) : undefined;
    mustBe(`the refusal of ${call.name} ${key}`, refusal?.code, problem);
    if (problem !== undefined && key !== undefined) this.#refused.add(key);
    if (!isNew || problem !== undefined) return;
    if (key !== undefined) modelCart.counted.add(key);
    if (contentOf(modelCart) !== contentBefore) modelCart.version += 1;
    agree(modelCart, cart);
  }

  /** A customer logs out: from now on the device may forget its cart. */
  leave(device: Device): void {
    this.#left.add(device);
  }

  /**
   * Follows a change of a device's outbox.
   * @param isLeaving a logout is in progress on the device
   */
  follow(device: Device, before: CartOutbox, after: CartOutbox, isLeaving: boolean): void {
    for (const entry of after.entries) {
      const isHere = before.entries.some(({ id }) => id === entry.id);
      if (!isHere && this.written.has(entry.id)) throw new Error(`${entry.id} was stored twice`);
      this.written.set(entry.id, entry);
      if (!isHere) this.#writers.set(entry.id, device.customer);
    }
    if (after.kept === undefined) {
      if (!isLeaving) this.#mayForget(device, before);
      return;
    }
    if (before.kept === undefined && !isLeaving) this.#left.delete(device);
    const [was, is] = [snapshotOf(before), snapshotOf(after)];
    const isLost = was.token !== undefined && is.token === undefined && was.owner === undefined;
    if (isLost && !this.of(was.token)?.isMerged) throw new Error('a guest’s cart was abandoned');
    if (is.joining && !was.joining && was.token === undefined) {
      // Entries made before there was a cart are condensed to their result: only that is added to the
      // customer's cart.
      mustBeSame(cameTo(before), cameTo(after));
      mustBeSame('add', [...new Set(['add', ...after.entries.map(({ kind }) => kind)])].join());
      return;
    }
    for (const entry of before.entries)
      if (!after.entries.some(({ id }) => id === entry.id)) this.#mayLeave(before, entry);
  }

  /** Only the cart of a customer who has logged out may be forgotten. */
  #mayForget(device: Device, { kept: snapshot, entries }: CartOutbox): void {
    const isStrange = snapshot?.owner !== undefined && snapshot.owner !== device.customer;
    if (snapshot !== undefined && !isStrange && !this.#left.has(device))
      throw new Error('a cart was forgotten without a logout');
    const ownEntry = entries.find(({ id }) => this.#writers.get(id) === device.customer);
    if (ownEntry) throw new Error(`${ownEntry.id} was forgotten together with another customer's cart`);
  }

  /** An entry leaves the outbox only after it counted in its cart or was refused. */
  #mayLeave(outbox: CartOutbox, entry: PendingEntry): void {
    const { token, items } = snapshotOf(outbox);
    if (this.of(token)?.counted.has(entry.id) || this.#refused.has(entry.id)) return;
    // Its line was removed elsewhere.
    if (entry.kind !== 'add' && !items.some((line) => lineKey(line) === entry.key)) return;
    throw new Error(`${entry.kind} ${entry.id} was lost`);
  }

  #open(cart: ShopCart, customer: number | undefined, shown: CartOfModel | undefined): void {
    const existing =
      customer === undefined ? undefined : this.all().find((candidate) => candidate.customer === customer);
    const modelCart = existing ?? this.#carts.get(cart.id) ?? newCart(customer);
    this.#carts.set(cart.id, modelCart);
    if (existing && this.#carts.get(cart.id) !== existing) throw new Error('a customer has two carts');
    if (customer !== undefined && shown && shown.customer === undefined && !shown.isMerged) {
      modelCart.lines = merged(modelCart.lines, shown.lines);
      modelCart.coupon ??= shown.coupon;
      shown.isMerged = true;
      modelCart.version += 1;
      agree(modelCart, cart);
    }
  }

  /** @returns the problem code of a refusal */
  #enter(cart: CartOfModel, { name, key, query, body }: ReceivedCall['call']): string | undefined {
    const entry = this.written.get(key ?? '');
    if (!entry) return enterCode(cart, name, String(query.coupon ?? ''));
    const twice = this.all().find((otherCart) => otherCart !== cart && otherCart.counted.has(entry.id));
    if (twice) throw new Error(`${entry.id} already counted in another cart`);
    const named = body.cartItem?.item_id as number;
    if (entry.kind === 'add') return apply(cart.lines, entry) ? undefined : 'quantity_too_high';
    if (!cart.everNamed.has(`${named} ${entry.key}`))
      throw new Error(`${entry.kind} ${entry.key} was sent to item ${named}`);
    const line = cart.names.get(named);
    if (line === undefined) return entry.kind === 'remove' ? undefined : 'cart_item_not_found';
    const isAccepted = apply(cart.lines, meantFor(line, entry));
    const next = entry.kind === 'change' ? lineKey(entry.line) : entry.key;
    if (isAccepted) rename(cart.names, named, entry.kind === 'remove' ? undefined : next);
    return isAccepted ? undefined : 'quantity_too_high';
  }
}

/** A coupon replaces the previous one; an invalid coupon removes nothing. */
function enterCode(cart: CartOfModel, name: string, code: string): string | undefined {
  if (name === 'applyCoupon' && !coupons.has(code)) return 'coupon_wrong';
  if (name !== 'applyCoupon' && name !== 'deleteCoupon') throw new Error(`No entry exists for ${name}`);
  cart.coupon = name === 'applyCoupon' ? code : undefined;
  return undefined;
}

/**
 * A change of a line that has since become another product: it becomes the product the shopper saw, in that
 * quantity.
 */
function meantFor(key: string, entry: Exclude<PendingEntry, { kind: 'add' }>): PendingEntry {
  if (entry.kind !== 'set' || entry.key === key) return { ...entry, key };
  const [sku] = JSON.parse(entry.key) as [string];
  return { ...entry, kind: 'change', key, line: newLine(sku) };
}

/** A line became another or was removed; an equal line is merged with it. */
function rename(names: Map<number, string>, id: number, key: string | undefined): void {
  for (const [otherId, its] of names) if (its === key) names.delete(otherId);
  names.delete(id);
  if (key !== undefined) names.set(id, key);
}

const newCart = (customer: number | undefined): CartOfModel => ({
  ...{ customer, lines: new Map(), coupon: undefined, version: 0, isMerged: false },
  ...{ counted: new Set(), names: new Map(), everNamed: new Set() },
  past: new Map([[0, { lines: new Map(), coupon: undefined }]]),
});

/** The order of lines is no content. */
const contentOf = ({ lines, coupon }: CartOfModel) =>
  JSON.stringify([[...lines].map((line) => JSON.stringify(line)).toSorted(), coupon]);

/** The shop handled a write: its content and item ids must match the model. */
function agree(cart: CartOfModel, { rows, coupon, version }: ShopCart): void {
  mustBe('the version of the cart', version, cart.version);
  mustBe('the coupon of the cart', coupon, cart.coupon);
  const lineOf = ({ sku, option }: ShopCart['rows'][number]) => lineKey({ sku, product_option: option });
  const rowsByKey = new Map(rows.map((row) => [lineOf(row), row]));
  for (const [id, key] of cart.names) mustBe(`the name of ${key}`, rowsByKey.get(key)?.id, id);
  mustBe(
    'the lines of the cart',
    [...rowsByKey.keys()].toSorted().join(),
    [...cart.lines.keys()].toSorted().join(),
  );
  for (const [key, { id, qty }] of rowsByKey) {
    mustBe(`the quantity of ${key}`, qty, cart.lines.get(key)?.qty);
    cart.names.set(id, key);
    cart.everNamed.add(`${id} ${key}`);
  }
  cart.past.set(version, { lines: new Map(cart.lines), coupon });
}

function mustBe(label: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${label}: ${actual} instead of ${expected}`);
}
