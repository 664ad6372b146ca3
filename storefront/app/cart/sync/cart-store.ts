import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { cartProblem } from '@fynbos/core/cart/cart-rules.ts';
import { retryLimit } from '@fynbos/core/retry-limit.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { Drain } from '../../platform/outbox/drain.ts';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import { createEmitter } from '../../platform/state/store.ts';
import { bareLine, type CartLine, type NewLine } from './cart-line.ts';
import { appended, type CartOutbox, nameOf, type PendingEntry, snapshotOf } from './cart-outbox.ts';
import type { CartParts } from './cart-parts.ts';
import { CartCalls } from './cart-requests.ts';
import { CartSync } from './cart-sync.ts';
import type { CartState, CartView, CartViewLine } from './cart-view.ts';
import { cartHash, seeCart } from './derive-cart-view.ts';
import { tidying } from './unsaved-entries.ts';

/** The cart of one tab: its view, the shopper's changes, and its synchronisation with the server. */
export class CartStore {
  readonly parts: CartParts;
  readonly calls: CartCalls;
  readonly sync: CartSync;
  readonly #drain: Drain;
  readonly #changes = createEmitter();
  #outbox: CartOutbox = emptyOutbox();
  /** Already shown, being stored. */
  #unsaved: readonly PendingEntry[] = [];
  #isLoaded = false;
  #failures = 0;
  #reportedRefusal = false;
  #view: CartView | undefined;

  constructor(parts: CartParts) {
    this.parts = parts;
    this.calls = new CartCalls(parts.call);
    this.sync = new CartSync(parts, {
      calls: this.calls,
      seen: (outbox) => outbox.rev > this.#outbox.rev && this.#adopt(outbox),
      change: (step) => this.change(step),
    });
    this.#drain = new Drain({
      ...{ inTurn: parts.inTurn, later: parts.later, random: parts.random },
      step: () => this.sync.step(),
      onRound: (failures, error) => this.#onRound(failures, error),
    });
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
  readonly follow = this.#changes.subscribe;

  /** The last revision of the outbox that this tab has seen. */
  get seenRev(): number {
    return this.#outbox.rev;
  }

  /** Entries that are already shown and being stored. */
  get unsaved(): readonly PendingEntry[] {
    return this.#unsaved;
  }

  /** Entries that the server has not confirmed, oldest first. */
  get waiting(): readonly PendingEntry[] {
    return [...this.#outbox.entries, ...this.#unsaved];
  }

  /** The product name of a waiting entry. */
  nameOf(entry: PendingEntry): string {
    return nameOf(this.#outbox, entry).name;
  }

  /**
   * Reads the stored cart and the entries that an ended page could not store, then sends them to the
   * server.
   * @returns when the stored cart is shown
   */
  async load(): Promise<void> {
    const { store, unwritten } = this.parts;
    const recovered = unwritten.read();
    // Read again within the step: entries that their own page stored meanwhile are excluded.
    const outbox =
      recovered.length > 0
        ? await this.#write((now) => unwritten.read().reduce(appended, now))
        : await store.read();
    this.#dropStored(recovered);
    this.#isLoaded = true;
    if (recovered.length > 0) this.#changed(outbox);
    else this.#adopt(outbox);
    void this.flush();
  }

  /** Another tab changed the outbox. */
  async outboxChanged(rev: number): Promise<void> {
    if (rev > this.#outbox.rev) this.#adopt(await this.parts.store.read());
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
  async append(...entries: PendingEntry[]): Promise<void> {
    this.parts.changing(this.view().lines, entries);
    this.#unsaved = [...this.#unsaved, ...entries];
    const isOpenToAll = this.parts.unwritten.put(entries);
    this.#show();
    const outbox = await this.#write((now) => {
      // Another page may have stored the entry before, and the outbox may have been emptied since.
      const unwritten = this.parts.unwritten.read();
      return entries.filter((entry) => !isOpenToAll || isAmong(unwritten, entry)).reduce(appended, now);
    });
    this.#unsaved = this.#unsaved.filter((entry) => !entries.includes(entry));
    this.#dropStored(entries);
    this.#changed(outbox);
    void this.flush();
  }

  /** Changes the outbox itself, and shows the change in all tabs. */
  async change(step: (outbox: CartOutbox) => CartOutbox): Promise<CartOutbox> {
    const outbox = await this.#write(step);
    this.#changed(outbox);
    return outbox;
  }

  #write(step: (outbox: CartOutbox) => CartOutbox): Promise<CartOutbox> {
    const { store, unwritten } = this.parts;
    return store.change(tidying(unwritten, step, () => store.durable));
  }

  /** Entries in an outbox that outlives the page need no second place. */
  #dropStored(entries: readonly PendingEntry[]): void {
    const { store, unwritten } = this.parts;
    if (store.durable) unwritten.drop((entry) => isAmong(entries, entry));
  }

  /**
   * Starts a round, since there may be something to send or to read.
   * @returns when everything that can be done now is done
   */
  flush(): Promise<void> {
    const done = this.#drain.flush().finally(() => this.#show());
    this.#show();
    return done;
  }

  /** The shopper logged in or out. */
  sessionChanged(): Promise<void> {
    this.sync.reset();
    return this.flush();
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

  stop(): void {
    this.#drain.stop();
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

  /** Updates the view after outside changes: network, switches. */
  #show(): void {
    this.#view = undefined;
    if (this.#isLoaded) this.#publish();
    this.#changes.emit();
  }

  #adopt(outbox: CartOutbox): void {
    if (outbox.rev >= this.#outbox.rev) this.#outbox = outbox;
    this.#show();
  }

  #changed(outbox: CartOutbox): void {
    this.#adopt(outbox);
    this.parts.notifyTabs(outbox.rev);
  }

  #publish(): void {
    const { token, version } = snapshotOf(this.#outbox);
    const isConfirmed = version !== undefined && this.#outbox.entries.length + this.#unsaved.length === 0;
    const hash = isConfirmed ? this.#hash() : this.parts.publishedHash();
    this.parts.publish({ count: this.view().count, token, hash: token === undefined ? undefined : hash });
  }

  #hash(): string {
    return cartHash(this.view().lines, snapshotOf(this.#outbox).token);
  }

  #onRound(failures: number, error: unknown): void {
    if (failures === retryLimit && this.parts.seenFrom().online) this.parts.notify({ kind: 'waits' });
    if (this.sync.isRefused && !this.#reportedRefusal) this.parts.notify({ kind: 'refusedCart' });
    this.#reportedRefusal = this.sync.isRefused;
    this.#failures = failures;
    this.#show();
    // An error that is not a response of the shop is a bug.
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  }

  #see(): CartView {
    const from = this.parts.seenFrom();
    return {
      ...seeCart(this.#outbox, this.#unsaved, from),
      state: this.#state(from.online),
      online: from.online,
      busy: this.#drain.running && from.online && this.#outbox.entries.length > 0,
      durable: this.parts.store.durable,
    };
  }

  #state(online: boolean): CartState {
    if (!this.#isLoaded) return 'loading';
    if (!online) return 'offline';
    return this.sync.isRefused || this.#failures >= retryLimit ? 'unsynced' : 'ready';
  }
}

const isAmong = (entries: readonly PendingEntry[], { id }: PendingEntry) =>
  entries.some((entry) => entry.id === id);
