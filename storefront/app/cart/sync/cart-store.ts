import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { cartProblem } from '@fynbos/core/cart/cart-rules.ts';
import { retryLimit } from '@fynbos/core/retry-limit.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import type { SessionEnd } from '../../platform/session/session-events.ts';
import { type CartOutbox, isMeant, leftAt, nameOf, type PendingEntry, snapshotOf } from './cart-outbox.ts';
import { CartCalls } from './cart-requests.ts';
import { type CartParts, CartSync } from './cart-sync.ts';
import {
  bareLine,
  type CartLine,
  type CartState,
  type CartView,
  type CartViewLine,
  type NewLine,
} from './cart-view.ts';
import { cartHash, seeCart } from './derive-cart-view.ts';

/** The cart of one tab: its view, the shopper's changes, and its synchronisation with the server. */
export class CartStore {
  readonly parts: CartParts;
  readonly calls: CartCalls;
  readonly sync: CartSync;
  #failures = 0;
  #reportedRefusal = false;
  #view: CartView | undefined;

  constructor(parts: CartParts) {
    this.parts = parts;
    this.calls = new CartCalls(parts.call);
    this.sync = new CartSync(parts, this.calls);
    // First, so that every other listener sees the new view.
    parts.outbox.subscribe(() => this.#show());
    this.follow = parts.outbox.subscribe;
  }

  /** The current view of the cart; the same object until something changes. */
  readonly view = (): CartView => {
    this.#view ??= this.#see();
    return this.#view;
  };

  /**
   * Calls back after every change.
   * @returns a function that unsubscribes
   */
  readonly follow: (listener: () => void) => () => void;

  /** Entries that the server has not confirmed, oldest first. */
  get waiting(): readonly PendingEntry[] {
    const { outbox, unsaved } = this.parts.outbox.view();
    return [...outbox.entries, ...unsaved];
  }

  /** The product name of a waiting entry. */
  nameOf(entry: PendingEntry): string {
    return nameOf(this.parts.outbox.view().outbox, entry).name;
  }

  /**
   * Adds a quantity to the cart. Like every change it is visible at once; the server confirms it later.
   * @returns when it is stored, whether it was added; problems were reported
   */
  async add(line: NewLine, qty: number): Promise<boolean> {
    const currentQty = this.#lineOf(lineKey(line))?.qty ?? 0;
    if (this.#refuses(line, Math.min(currentQty + qty, largestQuantity))) return false;
    await this.append(this.adding(line, qty));
    const { stockSync, outOfStock } = this.parts.rules();
    this.parts.notify({ kind: 'added', unsure: !stockSync && !outOfStock });
    return true;
  }

  /** Sets the quantity of a line; 0 removes it. */
  async setQuantity(key: string, qty: number): Promise<void> {
    const line = this.#lineOf(key);
    if (!line || line.qty === qty) return;
    if (qty <= 0) return this.append(this.#entry({ kind: 'remove', key }));
    // A lower quantity is always allowed, so that the shopper can react when units were sold.
    if (qty > line.qty && this.#refuses(line, qty)) return;
    await this.append(this.#entry({ kind: 'set', key, qty: Math.min(qty, largestQuantity) }));
    this.parts.notify({ kind: 'updated' });
  }

  /** Replaces a line with another variant or other options (CART-6). */
  async replace(key: string, line: CartLine, qty: number): Promise<void> {
    if (!this.#lineOf(key)) return;
    const next = bareLine(line);
    const twin = lineKey(next) === key ? undefined : this.#lineOf(lineKey(next));
    if (this.#refuses(line, Math.min(qty + (twin?.qty ?? 0), largestQuantity))) return;
    await this.append(this.#entry({ kind: 'change', key, line: next, qty }));
    this.parts.notify({ kind: 'updated' });
  }

  /**
   * Removes lines.
   * @returns a function that puts them back
   */
  async remove(keys: readonly string[]): Promise<() => Promise<void>> {
    const lines = this.view().lines.filter(({ key }) => keys.includes(key));
    if (lines.length === 0) return async () => {};
    await this.append(...lines.map(({ key }) => this.#entry({ kind: 'remove', key })));
    return () => this.append(...lines.map((line) => this.adding(line, line.qty)));
  }

  /** The entry that adds a quantity of a line. */
  adding(line: CartLine, qty: number): PendingEntry {
    return this.#entry({ kind: 'add', line: bareLine(line), qty });
  }

  /**
   * Shows entries at once.
   * @returns when they are stored
   */
  append(...entries: PendingEntry[]): Promise<void> {
    this.parts.changing(this.view().lines, entries);
    return this.parts.outbox.append(...entries);
  }

  /** Changes the outbox itself, and shows the change in all tabs. */
  change(change: (outbox: CartOutbox) => CartOutbox): Promise<CartOutbox> {
    return this.parts.outbox.change(change);
  }

  /**
   * Starts a round, since there may be something to send or to read.
   * @returns when everything that can be done now is done
   */
  flush(): Promise<void> {
    return this.parts.outbox.flush();
  }

  /** The shopper logged in or out. */
  sessionChanged(): Promise<void> {
    this.sync.reset();
    return this.flush();
  }

  /**
   * Clears the cart after the end of a session. A guest's cart that no login has reached survives a failed
   * login or a refused session; a customer's cart never does. A session ended in another tab is cleared by
   * that tab.
   */
  async sessionEnded(how: SessionEnd): Promise<void> {
    if (isMeant(how)) this.parts.outbox.dropUnsaved();
    if (how !== 'elsewhere') await this.change(leftAt(how));
    await this.sessionChanged();
  }

  /** The network was lost or is back. */
  async networkChanged(): Promise<void> {
    // Coming online also reloads the cart from the server (OFF-1).
    if (this.parts.seenFrom().online) this.sync.requestCart();
    await this.flush();
  }

  /** Whether the cart may have changed since it was confirmed, or this page has not read it yet (CART-8). */
  isSyncNeeded(): boolean {
    return this.sync.wantsCart || this.#hash() !== this.parts.publishedHash();
  }

  /** A round of sending ended. */
  roundEnded(failures: number): void {
    if (failures === retryLimit && this.parts.seenFrom().online) this.parts.notify({ kind: 'waits' });
    if (this.sync.isRefused && !this.#reportedRefusal) this.parts.notify({ kind: 'refusedCart' });
    this.#reportedRefusal = this.sync.isRefused;
    this.#failures = failures;
  }

  #lineOf(key: string): CartViewLine | undefined {
    return this.view().lines.find((line) => line.key === key);
  }

  #entry<Change extends { kind: PendingEntry['kind'] }>(change: Change) {
    return { id: this.parts.newId(), at: this.parts.now(), ...change };
  }

  /** Whether a quantity of a line is refused; reports the reason. */
  #refuses(line: CartLine & Partial<NewLine>, qty: number): boolean {
    const { status = 1, configured = true, unit: price, inStock, available, minimum } = line;
    // A page offers no way to add a blocked product, and the server refuses it.
    const rest = { status, blocked: false, configured, price, inStock };
    const candidate = { ...rest, minimum, available: available ?? undefined };
    const code = cartProblem(candidate, qty, this.parts.rules());
    const values = { maxQuantity: available ?? 0, minQuantity: minimum ?? 1 };
    if (code) this.parts.notify({ kind: 'refused', code, values });
    return code !== undefined;
  }

  /** Updates the view, also after outside changes: network, switches. */
  #show(): void {
    this.#view = undefined;
    if (this.parts.outbox.view().isLoaded) this.#publish();
  }

  #publish(): void {
    const { outbox, unsaved } = this.parts.outbox.view();
    const { token, version } = snapshotOf(outbox);
    const isConfirmed = version !== undefined && outbox.entries.length + unsaved.length === 0;
    const hash = isConfirmed ? this.#hash() : this.parts.publishedHash();
    this.parts.publish({ count: this.view().count, token, hash: token === undefined ? undefined : hash });
  }

  #hash(): string {
    return cartHash(this.view().lines, snapshotOf(this.parts.outbox.view().outbox).token);
  }

  #see(): CartView {
    const from = this.parts.seenFrom();
    const { outbox, unsaved, isSending, durable } = this.parts.outbox.view();
    return {
      ...seeCart(outbox, unsaved, from),
      state: this.#state(from.online),
      online: from.online,
      busy: isSending && from.online && outbox.entries.length > 0,
      durable,
    };
  }

  #state(online: boolean): CartState {
    if (!this.parts.outbox.view().isLoaded) return 'loading';
    if (!online) return 'offline';
    return this.sync.isRefused || this.#failures >= retryLimit ? 'unsynced' : 'ready';
  }
}
