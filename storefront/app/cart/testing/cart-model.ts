import { lineKey } from '@fynbos/core/cart/line.ts';
import { type CartBox, keptOf, type PendingEntry } from '../cart-box.ts';
import type { CartLine } from '../cart-line.ts';
import { type ShopOfTest, stock } from './shop-of-test.ts';

/** How many of which line. */
export type Quantities = Map<string, { sku: string; qty: number }>;

const limit = (sku: string) => stock.get(sku) ?? Number.POSITIVE_INFINITY;

/**
 * What the carts must come to, said as plainly as it can be: everything that was written down counts once,
 * in its order, as the shop's rules allow it; a login adds the guest's lines to the customer's, once; a logout
 * leaves the customer's cart with what had reached it.
 */
export class CartModel {
  /** The cart of this device, without what waits. */
  here: Quantities = new Map();
  readonly customers = new Map<number, Quantities>();
  /** Everything that was ever written down. */
  readonly known = new Set<string>();
  readonly #shop: ShopOfTest;

  constructor(shop: ShopOfTest) {
    this.#shop = shop;
  }

  /** Follows a change of what the device keeps. */
  follow(before: CartBox, after: CartBox): void {
    const [was, is] = [keptOf(before), keptOf(after)];
    for (const { id } of after.entries) {
      if (this.known.has(id) && !before.entries.some((entry) => entry.id === id))
        throw new Error(`${id} was written down twice`);
      this.known.add(id);
    }
    const left = before.entries.filter(({ id }) => !after.entries.some((entry) => entry.id === id));
    if (after.kept === undefined) {
      this.#forget(before, left);
      return;
    }
    if (was.token !== undefined && is.token === undefined) {
      // Its lines wait to be put into a new cart; a customer's are with the shop.
      if (was.owner === undefined) this.#loseGuest(was.token);
      return;
    }
    // What was done before there was a cart becomes what it came to.
    const isCondensed = is.joining && !was.joining && was.token === undefined;
    if (isCondensed) {
      mustBeSame(cameTo(before), cameTo(after));
      // To a customer's cart only what it came to is added: they never saw what is in it.
      mustBeSame('add', [...new Set(['add', ...after.entries.map(({ kind }) => kind)])].join());
    } else for (const entry of left) apply(this.here, entry);
    if (is.owner !== undefined && was.owner === undefined) this.here = merged(this.of(is.owner), this.here);
  }

  of(customer: number): Quantities {
    return this.customers.get(customer) ?? new Map();
  }

  /** A guest's cart is gone: a login has used it up, or its lines are among what waits now. */
  #loseGuest(token: string): void {
    const customer = this.#shop.cartOf(token)?.mergedInto;
    if (customer !== undefined) this.customers.set(customer, merged(this.of(customer), this.here));
    this.here = new Map();
  }

  /** The cart is gone here. What was under way has reached the shop, or never will. */
  #forget(before: CartBox, left: readonly PendingEntry[]): void {
    const { owner, token, joining } = keptOf(before);
    const cart = this.#shop.cartOf(token);
    for (const entry of left) if (cart?.done.has(entry.id)) apply(this.here, entry);
    const customer = owner ?? (joining ? cart?.mergedInto : undefined);
    if (customer !== undefined) {
      this.customers.set(customer, owner === undefined ? merged(this.of(customer), this.here) : this.here);
    }
    this.here = new Map();
  }
}

/** What entries come to by themselves; the shop has not looked at them. */
export function cameTo({ entries }: CartBox): string {
  const lines: Quantities = new Map();
  for (const entry of entries) apply(lines, entry, () => Number.POSITIVE_INFINITY);
  return written(lines.values());
}

export function mustBeSame(before: string, after: string): void {
  if (before !== after) throw new Error(`A login made ${after} of ${before}`);
}

/** The guest's lines on top of the customer's, as far as there are enough (decision 21). */
export function merged(customer: Quantities, guest: Quantities): Quantities {
  const sum = new Map(customer);
  for (const [key, { sku, qty }] of guest) {
    const before = sum.get(key)?.qty ?? 0;
    sum.set(key, { sku, qty: Math.max(before, Math.min(before + qty, limit(sku)), 1) });
  }
  return sum;
}

/** What an entry does to a cart; what the shop refuses does nothing. @returns whether it would not be refused */
export function apply(cart: Quantities, entry: PendingEntry, most = limit): boolean {
  if (entry.kind === 'add') return put(cart, entry.line, entry.qty, most);
  const line = cart.get(entry.key);
  if (!line) return entry.kind === 'remove';
  if (entry.kind === 'change') return change(cart, entry.key, line.qty, entry.line, entry.qty, most);
  if (entry.kind === 'remove') return cart.delete(entry.key);
  const isTaken = entry.qty <= most(line.sku) || entry.qty <= line.qty;
  if (isTaken) cart.set(entry.key, { ...line, qty: entry.qty });
  return isTaken;
}

function put(cart: Quantities, line: CartLine, qty: number, most: typeof limit): boolean {
  const sum = qty + (cart.get(lineKey(line))?.qty ?? 0);
  if (sum > most(line.sku)) return false;
  cart.set(lineKey(line), { sku: line.sku, qty: sum });
  return true;
}

function change(
  cart: Quantities,
  key: string,
  had: number,
  line: CartLine,
  qty: number,
  most: typeof limit,
): boolean {
  const next = lineKey(line);
  const sum = qty + (next === key ? 0 : (cart.get(next)?.qty ?? 0));
  if (sum > most(line.sku) && (next !== key || sum > had)) return false;
  cart.delete(key);
  cart.set(next, { sku: line.sku, qty: sum });
  return true;
}

/** For comparing: `SKU×2`, by name. */
export function written(lines: Iterable<{ sku: string; qty: number }>): string {
  return [...lines]
    .map(({ sku, qty }) => `${sku}×${qty}`)
    .toSorted()
    .join(' ');
}
