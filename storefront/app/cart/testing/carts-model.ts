import { lineKey } from '@fynbos/core/cart/line.ts';
import { type CartBox, keptOf, type PendingEntry } from '../cart-box.ts';
import { apply, cameTo, merged, mustBeSame, type Quantities } from './cart-model.ts';
import type { Device } from './device.ts';
import { newLine } from './line.ts';
import { coupons, type Heard, type ShopCart, type ShopOfTest } from './shop-of-test.ts';

/** A cart as it must be. */
export interface CartOfModel {
  customer: number | undefined;
  lines: Quantities;
  coupon: string | undefined;
  version: number;
  /** A login has used it up. */
  isGone: boolean;
  /** What counted in it, by its key. */
  counted: Set<string>;
  /** The lines that are there by what the shop calls them, and what those were that have ever been there. */
  names: Map<number, string>;
  everNamed: Set<string>;
  /** As it was at each version. */
  past: Map<number, Seen>;
}

export interface Seen {
  lines: Quantities;
  coupon: string | undefined;
}

/**
 * What the carts of customers with several devices must come to, said as plainly as it can be. What was written down
 * counts when it reaches the shop, once, as the shop's rules allow it; a line is the one that its device has heard of,
 * whatever became of it since; a login adds the guest's lines to the customer's, once; a logout leaves the customer's
 * cart with what had reached it. Of the shop it takes nothing but the order in which things arrive, and names.
 *
 * Every method throws Error where somebody does otherwise.
 */
export class CartsModel {
  /** Everything that was ever written down. */
  readonly written = new Map<string, PendingEntry>();
  readonly #writers = new Map<string, number | undefined>();
  readonly #carts = new Map<number, CartOfModel>();
  readonly #refused = new Set<string>();
  /** Where somebody logs out, or has since the cart there began. */
  readonly #left = new Set<Device>();
  readonly #shop: ShopOfTest;

  constructor(shop: ShopOfTest) {
    this.#shop = shop;
  }

  /** The cart a token opens. */
  of(token: string | undefined): CartOfModel | undefined {
    const named = this.#shop.cartOf(token);
    return named && this.#carts.get(named.id);
  }

  all(): readonly CartOfModel[] {
    return [...this.#carts.values()];
  }

  /** Something arrived at the shop. */
  hear({ call, cart, refusal }: Heard): void {
    if (call.name === 'createCart') {
      this.#open(cart!, call.customer, this.of(call.token));
      return;
    }
    const ours = cart && this.#carts.get(cart.id);
    const isTheirs = ours && (ours.customer === undefined || ours.customer === call.customer);
    if (!isTheirs || ours.isGone) {
      mustBe('the refusal of a strange cart', refusal?.code, 'cart_not_found');
      return;
    }
    const { key } = call;
    const isNew = call.name !== 'pullCart' && (key === undefined || !ours.counted.has(key));
    const problem = isNew ? this.#enter(ours, call) : undefined;
    mustBe(`the refusal of ${call.name} ${key}`, refusal?.code, problem);
    if (problem !== undefined && key !== undefined) this.#refused.add(key);
    if (!isNew || problem !== undefined) return;
    if (key !== undefined) ours.counted.add(key);
    agree(ours, cart);
  }

  /** Somebody logs out: from here on what is at this device may be forgotten there. */
  leave(device: Device): void {
    this.#left.add(device);
  }

  /** Follows what a device keeps. @param isLeaving somebody logs out there at this moment */
  follow(device: Device, before: CartBox, after: CartBox, isLeaving: boolean): void {
    for (const entry of after.entries) {
      const isHere = before.entries.some(({ id }) => id === entry.id);
      if (!isHere && this.written.has(entry.id)) throw new Error(`${entry.id} was written down twice`);
      this.written.set(entry.id, entry);
      if (!isHere) this.#writers.set(entry.id, device.customer);
    }
    if (after.kept === undefined) {
      if (!isLeaving) this.#mayForget(device, before);
      return;
    }
    if (before.kept === undefined && !isLeaving) this.#left.delete(device);
    const [was, is] = [keptOf(before), keptOf(after)];
    const isLost = was.token !== undefined && is.token === undefined && was.owner === undefined;
    if (isLost && !this.of(was.token)?.isGone) throw new Error('a guest’s cart was given up');
    if (is.joining && !was.joining && was.token === undefined) {
      // What was done before there was a cart becomes what it came to: only that is added to the customer's.
      mustBeSame(cameTo(before), cameTo(after));
      mustBeSame('add', [...new Set(['add', ...after.entries.map(({ kind }) => kind)])].join());
      return;
    }
    for (const entry of before.entries)
      if (!after.entries.some(({ id }) => id === entry.id)) this.#mayLeave(before, entry);
  }

  /** Only what is of somebody who has left is forgotten. */
  #mayForget(device: Device, { kept, entries }: CartBox): void {
    const isStrange = kept?.owner !== undefined && kept.owner !== device.customer;
    if (kept !== undefined && !isStrange && !this.#left.has(device))
      throw new Error('a cart was forgotten though nobody logged out');
    const own = entries.find(({ id }) => this.#writers.get(id) === device.customer);
    if (own) throw new Error(`${own.id} was forgotten with what somebody else had`);
  }

  /** Nothing that was written down is gone before it counted where it was meant to, or was refused. */
  #mayLeave(box: CartBox, entry: PendingEntry): void {
    const { token, items } = keptOf(box);
    if (this.of(token)?.counted.has(entry.id) || this.#refused.has(entry.id)) return;
    // Its line was removed elsewhere.
    if (entry.kind !== 'add' && !items.some((line) => lineKey(line) === entry.key)) return;
    throw new Error(`${entry.kind} ${entry.id} was lost`);
  }

  #open(cart: ShopCart, customer: number | undefined, shown: CartOfModel | undefined): void {
    const own = customer === undefined ? undefined : this.all().find((one) => one.customer === customer);
    const ours = own ?? this.#carts.get(cart.id) ?? newCart(customer);
    this.#carts.set(cart.id, ours);
    if (own && this.#carts.get(cart.id) !== own) throw new Error('a customer has two carts');
    if (customer !== undefined && shown && shown.customer === undefined && !shown.isGone) {
      ours.lines = merged(ours.lines, shown.lines);
      ours.coupon ??= shown.coupon;
      shown.isGone = true;
      agree(ours, cart);
    }
  }

  /** @returns the code of the problem that it has */
  #enter(cart: CartOfModel, { name, key, query, body }: Heard['call']): string | undefined {
    const entry = this.written.get(key ?? '');
    if (!entry) return enterCode(cart, name, String(query.coupon ?? ''));
    const twice = this.all().find((other) => other !== cart && other.counted.has(entry.id));
    if (twice) throw new Error(`${entry.id} counted in another cart already`);
    const named = body.cartItem?.item_id as number;
    if (entry.kind === 'add') return apply(cart.lines, entry) ? undefined : 'quantity_too_high';
    if (!cart.everNamed.has(`${named} ${entry.key}`))
      throw new Error(`${entry.kind} ${entry.key} is sent to ${named}`);
    const line = cart.names.get(named);
    if (line === undefined) return entry.kind === 'remove' ? undefined : 'cart_item_not_found';
    const isTaken = apply(cart.lines, meantFor(line, entry));
    const next = entry.kind === 'change' ? lineKey(entry.line) : entry.key;
    if (isTaken) rename(cart.names, named, entry.kind === 'remove' ? undefined : next);
    return isTaken ? undefined : 'quantity_too_high';
  }
}

/** A coupon replaces the one before; none takes it away. */
function enterCode(cart: CartOfModel, name: string, code: string): string | undefined {
  if (name === 'applyCoupon' && !coupons.has(code)) return 'coupon_wrong';
  if (name !== 'applyCoupon' && name !== 'deleteCoupon') throw new Error(`Nobody wrote ${name} down`);
  cart.coupon = name === 'applyCoupon' ? code : undefined;
  return undefined;
}

/** What a shopper does to a line that has become another product meanwhile: it shall be what they saw, so many of it. */
function meantFor(key: string, entry: Exclude<PendingEntry, { kind: 'add' }>): PendingEntry {
  if (entry.kind !== 'set' || entry.key === key) return { ...entry, key };
  const [sku] = JSON.parse(entry.key) as [string];
  return { ...entry, kind: 'change', key, line: newLine(sku) };
}

/** A line is another now, or gone; one that was the same already is one with it. */
function rename(names: Map<number, string>, id: number, key: string | undefined): void {
  for (const [other, its] of names) if (its === key) names.delete(other);
  names.delete(id);
  if (key !== undefined) names.set(id, key);
}

const newCart = (customer: number | undefined): CartOfModel => ({
  ...{ customer, lines: new Map(), coupon: undefined, version: 0, isGone: false },
  ...{ counted: new Set(), names: new Map(), everNamed: new Set() },
  past: new Map([[0, { lines: new Map(), coupon: undefined }]]),
});

/** The shop has written to a cart: it must have what the model has, under the names it had. */
function agree(cart: CartOfModel, { rows, coupon, version }: ShopCart): void {
  cart.version += 1;
  mustBe('the version of the cart', version, cart.version);
  mustBe('the coupon of the cart', coupon, cart.coupon);
  const lineOf = ({ sku, option }: ShopCart['rows'][number]) => lineKey({ sku, product_option: option });
  const theirs = new Map(rows.map((row) => [lineOf(row), row]));
  for (const [id, key] of cart.names) mustBe(`the name of ${key}`, theirs.get(key)?.id, id);
  mustBe(
    'the lines of the cart',
    [...theirs.keys()].toSorted().join(),
    [...cart.lines.keys()].toSorted().join(),
  );
  for (const [key, { id, qty }] of theirs) {
    mustBe(`how many of ${key} there are`, qty, cart.lines.get(key)?.qty);
    cart.names.set(id, key);
    cart.everNamed.add(`${id} ${key}`);
  }
  cart.past.set(version, { lines: new Map(cart.lines), coupon });
}

function mustBe(what: string, found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${what}: ${found} instead of ${expected}`);
}
