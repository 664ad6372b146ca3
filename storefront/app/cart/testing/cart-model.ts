import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { type CartOutbox, type PendingEntry, snapshotOf } from '../sync/cart-outbox.ts';
import type { CartLine } from '../sync/cart-view.ts';
import { type ShopOfTest, stock } from './fake-shop.ts';

/** Quantities by line key. */
export type Quantities = Map<string, { sku: string; qty: number }>;

const limit = (sku: string) => stock.get(sku) ?? Number.POSITIVE_INFINITY;

/**
 * Reference model of the carts. Every stored entry counts once, in order, within the shop's rules. A login
 * adds the guest's lines to the customer's once. A logout leaves the customer's cart with the entries that
 * reached it.
 */
export class CartModel {
  /** The cart of this device, without waiting entries. */
  deviceCart: Quantities = new Map();
  readonly customers = new Map<number, Quantities>();
  /** The ids of all entries ever stored. */
  readonly known = new Set<string>();
  readonly #shop: ShopOfTest;

  constructor(shop: ShopOfTest) {
    this.#shop = shop;
  }

  /** Follows a change of the device's outbox. */
  follow(before: CartOutbox, after: CartOutbox): void {
    const [was, is] = [snapshotOf(before), snapshotOf(after)];
    for (const { id } of after.entries) {
      if (this.known.has(id) && !before.entries.some((entry) => entry.id === id))
        throw new Error(`${id} was stored twice`);
      this.known.add(id);
    }
    const left = before.entries.filter(({ id }) => !after.entries.some((entry) => entry.id === id));
    if (after.kept === undefined) {
      this.#forget(before, left);
      return;
    }
    if (was.token !== undefined && is.token === undefined) {
      // A guest's lines wait to be added to a new cart; a customer's lines are at the shop.
      if (was.owner === undefined) this.#loseGuest(was.token);
      return;
    }
    // Entries made before there was a cart are condensed to their result.
    const isCondensed = is.joining && !was.joining && was.token === undefined;
    if (isCondensed) {
      mustBeSame(cameTo(before), cameTo(after));
      // Only additions reach a customer's cart, because the customer never saw its content.
      mustBeSame('add', [...new Set(['add', ...after.entries.map(({ kind }) => kind)])].join());
    } else for (const entry of left) apply(this.deviceCart, entry);
    if (is.owner !== undefined && was.owner === undefined)
      this.deviceCart = merged(this.of(is.owner), this.deviceCart);
  }

  of(customer: number): Quantities {
    return this.customers.get(customer) ?? new Map();
  }

  /** A guest's cart is gone: a login merged it, or its lines wait as entries. */
  #loseGuest(token: string): void {
    const customer = this.#shop.cartOf(token)?.mergedInto;
    if (customer !== undefined) this.customers.set(customer, merged(this.of(customer), this.deviceCart));
    this.deviceCart = new Map();
  }

  /** The device forgets its cart. Entries in transit have reached the shop or never will. */
  #forget(before: CartOutbox, left: readonly PendingEntry[]): void {
    const { owner, token, joining } = snapshotOf(before);
    const cart = this.#shop.cartOf(token);
    for (const entry of left) if (cart?.done.has(entry.id)) apply(this.deviceCart, entry);
    const customer = owner ?? (joining ? cart?.mergedInto : undefined);
    if (customer !== undefined) {
      this.customers.set(
        customer,
        owner === undefined ? merged(this.of(customer), this.deviceCart) : this.deviceCart,
      );
    }
    this.deviceCart = new Map();
  }
}

/** The result of entries without the shop's limits. */
export function cameTo({ entries }: CartOutbox): string {
  const lines: Quantities = new Map();
  for (const entry of entries) apply(lines, entry, () => Number.POSITIVE_INFINITY);
  return written(lines.values());
}

export function mustBeSame(before: string, after: string): void {
  if (before !== after) throw new Error(`A login produced ${after} from ${before}`);
}

/** Adds the guest's lines to the customer's within the available stock (spec D21). */
export function merged(customer: Quantities, guest: Quantities): Quantities {
  const sum = new Map(customer);
  for (const [key, { sku, qty }] of guest) {
    const before = sum.get(key)?.qty ?? 0;
    sum.set(key, { sku, qty: Math.max(before, Math.min(before + qty, limit(sku)), 1) });
  }
  return sum;
}

/**
 * Applies an entry to a cart; a refused entry changes nothing.
 * @returns whether the shop would accept it
 */
export function apply(cart: Quantities, entry: PendingEntry, maxOf = limit): boolean {
  if (entry.kind === 'add') return put(cart, entry.line, entry.qty, maxOf);
  const line = cart.get(entry.key);
  if (!line) return entry.kind === 'remove';
  if (entry.kind === 'change') return change(cart, entry.key, line.qty, entry.line, entry.qty, maxOf);
  if (entry.kind === 'remove') return cart.delete(entry.key);
  const isAccepted = entry.qty <= maxOf(line.sku) || entry.qty <= line.qty;
  if (isAccepted) cart.set(entry.key, { ...line, qty: entry.qty });
  return isAccepted;
}

function put(cart: Quantities, line: CartLine, qty: number, maxOf: typeof limit): boolean {
  const sum = qty + (cart.get(lineKey(line))?.qty ?? 0);
  if (sum > maxOf(line.sku)) return false;
  cart.set(lineKey(line), { sku: line.sku, qty: sum });
  return true;
}

function change(
  cart: Quantities,
  key: string,
  had: number,
  line: CartLine,
  qty: number,
  maxOf: typeof limit,
): boolean {
  const next = lineKey(line);
  const sum = qty + (next === key ? 0 : (cart.get(next)?.qty ?? 0));
  if (sum > maxOf(line.sku) && (next !== key || sum > had)) return false;
  cart.delete(key);
  cart.set(next, { sku: line.sku, qty: sum });
  return true;
}

/** A comparable form of lines: `SKU×2`, sorted. */
export function written(lines: Iterable<{ sku: string; qty: number }>): string {
  return [...lines]
    .map(({ sku, qty }) => `${sku}×${qty}`)
    .toSorted()
    .join(' ');
}
