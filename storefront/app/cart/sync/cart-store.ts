import { attemptsBeforePrompt } from '@fynbos/core/retry-limit.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { Drain } from '../../platform/outbox/drain.ts';
import { emptyOutbox } from '../../platform/outbox/outbox.ts';
import type { InTurn } from '../../platform/outbox/tab-lock.ts';
import type { CartEvent } from './cart-events.ts';
import { cartHash } from './cart-hash.ts';
import {
  appended,
  type CartOutbox,
  type CartOutboxStore,
  nameOf,
  type PendingEntry,
  snapshotOf,
} from './cart-outbox.ts';
import { type CallCart, CartCalls, type Where } from './cart-requests.ts';
import { CartSync } from './cart-sync.ts';
import type { CartState, CartView } from './cart-view.ts';
import { type SeenFrom, seeCart } from './derive-cart-view.ts';
import { tidied, type Unwritten } from './unsaved-entries.ts';

/** The dependencies of a cart; a browser and a test provide their own. */
export interface CartStoreParts {
  store: CartOutboxStore;
  unwritten: Unwritten;
  call: CallCart;
  inTurn: InTurn;
  customer(): Promise<number | undefined>;
  seenFrom(): SeenFrom;
  isSyncOn(): boolean;
  newId(): string;
  /** Milliseconds since 1970. */
  now(): number;
  later(milliseconds: number, run: () => void): () => void;
  random(): number;
  /** Whether an order with the cart of this token is being sent. */
  isOrdered(token: string): boolean;
  /** Whether a payment of this cart was started, so that the shop may have used it up. */
  isBeingPaid(token: string): boolean;
  notify(event: CartEvent): void;
  /** Called before the shopper's changes are applied. */
  changing(before: CartView['lines'], entries: readonly PendingEntry[]): void;
  /** Notifies other tabs of a changed outbox. */
  notifyTabs(rev: number): void;
  /** Publishes the values that every page reads before the cart's code is loaded. */
  publish(seen: { count: number; token: string | undefined; hash: string | undefined }): void;
  /** The hash that was published last; undefined if nothing was confirmed yet. */
  publishedHash(): string | undefined;
}

/** The cart of one tab: its view, and its synchronisation with the server. */
export class CartStore {
  readonly parts: CartStoreParts;
  readonly calls: CartCalls;
  readonly sync: CartSync;
  readonly #drain: Drain;
  readonly #listeners = new Set<() => void>();
  #outbox: CartOutbox = emptyOutbox();
  /** Already shown, being stored. */
  #unsaved: readonly PendingEntry[] = [];
  #isLoaded = false;
  #failures = 0;
  #reportedRefusal = false;
  #view: CartView | undefined;

  constructor(options: CartStoreParts) {
    const parts = { ...options, store: tidied(options) };
    this.parts = parts;
    this.calls = new CartCalls(parts.call);
    this.sync = new CartSync({
      ...{ store: parts.store, calls: this.calls, customer: parts.customer, newId: parts.newId },
      isOn: () => parts.isSyncOn() && parts.seenFrom().online,
      seen: (outbox) => outbox.rev > this.#outbox.rev && this.#adopt(outbox),
      changed: (outbox) => this.#changed(outbox),
      isOrdered: parts.isOrdered,
      isBeingPaid: parts.isBeingPaid,
      refused: ({ code, values, sentence }) => parts.notify({ kind: 'refused', code, values, sentence }),
      couponGone: (coupon) => parts.notify({ kind: 'couponGone', coupon }),
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
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

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
        ? await store.change((now) => unwritten.read().reduce(appended, now))
        : await store.read();
    unwritten.drop((entry) => isAmong(recovered, entry));
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
   * Shows entries at once.
   * @returns when they are stored
   */
  async append(...entries: PendingEntry[]): Promise<void> {
    this.parts.changing(this.view().lines, entries);
    this.#unsaved = [...this.#unsaved, ...entries];
    const isOpenToAll = this.parts.unwritten.put(entries);
    this.#show();
    const outbox = await this.parts.store.change((now) => {
      // Another page may have stored the entry before, and the outbox may have been emptied since.
      const unwritten = this.parts.unwritten.read();
      return entries.filter((entry) => !isOpenToAll || isAmong(unwritten, entry)).reduce(appended, now);
    });
    this.#unsaved = this.#unsaved.filter((entry) => !entries.includes(entry));
    this.parts.unwritten.drop((entry) => isAmong(entries, entry));
    this.#changed(outbox);
    void this.flush();
  }

  /** Changes the outbox itself, for changes that need no server. */
  async change(step: (outbox: CartOutbox) => CartOutbox): Promise<void> {
    this.#changed(await this.parts.store.change(step));
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

  /** Makes a request with the server's cart, after all waiting entries. Throws ApiProblem. */
  async request<Result>(operation: (where: Where) => Promise<Result>): Promise<Result> {
    await this.flush();
    return this.parts.inTurn(async () => {
      const outbox = await this.parts.store.read();
      const { token, owner } = snapshotOf(outbox);
      if (token === undefined || outbox.entries.length > 0) throw new ApiProblem('unreachable');
      return operation({ token, customer: owner });
    });
  }

  /** The same, but creates a cart if there is none yet: the shop adds products to it. */
  async requestCreatingCart<Result>(operation: (where: Where) => Promise<Result>): Promise<Result> {
    this.sync.needsCart = true;
    try {
      return await this.request(operation);
    } finally {
      this.sync.needsCart = false;
    }
  }

  stop(): void {
    this.#drain.stop();
  }

  /** Updates the view after outside changes: network, switches. */
  #show(): void {
    this.#view = undefined;
    if (this.#isLoaded) this.#publish();
    for (const listener of this.#listeners) listener();
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
    if (failures === attemptsBeforePrompt && this.parts.seenFrom().online)
      this.parts.notify({ kind: 'waits' });
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
    return this.sync.isRefused || this.#failures >= attemptsBeforePrompt ? 'unsynced' : 'ready';
  }
}

const isAmong = (entries: readonly PendingEntry[], { id }: PendingEntry) =>
  entries.some((entry) => entry.id === id);
