import { attemptsBeforeAsking } from '@fynbos/core/attempts.ts';
import { ApiProblem } from '../api-problem.ts';
import { emptyBox } from '../offline/box.ts';
import { Drain } from '../offline/drain.ts';
import type { InTurn } from '../offline/one-tab.ts';
import { appended, type CartBox, type CartBoxStore, keptOf, nameOf, type PendingEntry } from './cart-box.ts';
import { type CallCart, CartCalls, type Where } from './cart-calls.ts';
import { cartHash } from './cart-hash.ts';
import type { CartNews } from './cart-news.ts';
import { CartSync } from './cart-sync.ts';
import type { CartState, CartView } from './cart-view.ts';
import { type SeenFrom, seeCart } from './see-cart.ts';
import { tidied, type Unwritten } from './unwritten.ts';

/** What a cart lives on; a browser and a test each have their own. */
export interface KeeperParts {
  store: CartBoxStore;
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
  chance(): number;
  /** Whether the cart of this token is on its way as an order. */
  isOrdered(token: string): boolean;
  /** Whether a payment of this cart was begun, so that the shop may have used it up. */
  isBeingPaid(token: string): boolean;
  news(news: CartNews): void;
  /** The shopper changes what is there. */
  changing(before: CartView['lines'], entries: readonly PendingEntry[]): void;
  /** Tells other tabs that the box changed. */
  tellTabs(rev: number): void;
  /** What every page reads before the cart's code is there. */
  publish(seen: { count: number; token: string | undefined; hash: string | undefined }): void;
  /** The hash that was published last; undefined when nothing was confirmed yet. */
  publishedHash(): string | undefined;
}

/** The cart of one tab: what it shows, and what brings it to the server. */
export class CartKeeper {
  readonly parts: KeeperParts;
  readonly calls: CartCalls;
  readonly sync: CartSync;
  readonly #drain: Drain;
  readonly #listeners = new Set<() => void>();
  #box: CartBox = emptyBox();
  /** Seen already, being written down. */
  #unsaved: readonly PendingEntry[] = [];
  #isLoaded = false;
  #failures = 0;
  #saidRefused = false;
  #view: CartView | undefined;

  constructor(given: KeeperParts) {
    const parts = { ...given, store: tidied(given) };
    this.parts = parts;
    this.calls = new CartCalls(parts.call);
    this.sync = new CartSync({
      ...{ store: parts.store, calls: this.calls, customer: parts.customer, newId: parts.newId },
      isOn: () => parts.isSyncOn() && parts.seenFrom().online,
      seen: (box) => box.rev > this.#box.rev && this.#take(box),
      changed: (box) => this.#changed(box),
      isOrdered: parts.isOrdered,
      isBeingPaid: parts.isBeingPaid,
      refused: ({ code, values, sentence }) => parts.news({ kind: 'refused', code, values, sentence }),
      couponGone: (coupon) => parts.news({ kind: 'couponGone', coupon }),
    });
    this.#drain = new Drain({
      ...{ inTurn: parts.inTurn, later: parts.later, chance: parts.chance },
      step: () => this.sync.step(),
      told: (failures, error) => this.#told(failures, error),
    });
  }

  /** The cart as it is seen now; the same value until something changes. */
  readonly view = (): CartView => {
    this.#view ??= this.#see();
    return this.#view;
  };

  /** Calls back after every change. @returns how to stop */
  readonly follow = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Up to which change of the box this tab has seen everything. */
  get seenRev(): number {
    return this.#box.rev;
  }

  /** What is seen already, and being written down. */
  get unsaved(): readonly PendingEntry[] {
    return this.#unsaved;
  }

  /** What the server has not confirmed, oldest first. */
  get waiting(): readonly PendingEntry[] {
    return [...this.#box.entries, ...this.#unsaved];
  }

  /** What the shopper calls the line of something that waits. */
  nameOf(entry: PendingEntry): string {
    return nameOf(this.#box, entry).name;
  }

  /** Reads what is kept, and what a page that ended could not write down any more, then brings it to the server. @returns when what was kept is shown */
  async load(): Promise<void> {
    const { store, unwritten } = this.parts;
    const found = unwritten.read();
    // Read again in the step: what has reached the box meanwhile, by the page that began it, is none of ours.
    const box =
      found.length > 0
        ? await store.change((now) => unwritten.read().reduce(appended, now))
        : await store.read();
    unwritten.drop((entry) => isAmong(found, entry));
    this.#isLoaded = true;
    if (found.length > 0) this.#changed(box);
    else this.#take(box);
    void this.wake();
  }

  /** Another tab changed the box. */
  async hear(rev: number): Promise<void> {
    if (rev > this.#box.rev) this.#take(await this.parts.store.read());
  }

  /** Shows what was done at once. @returns when it is written down */
  async append(...entries: PendingEntry[]): Promise<void> {
    this.parts.changing(this.view().lines, entries);
    this.#unsaved = [...this.#unsaved, ...entries];
    const isOpenToAll = this.parts.unwritten.put(entries);
    this.#show();
    const box = await this.parts.store.change((now) => {
      // Another page may have put it into the box before, and the box have been emptied since.
      const unwritten = this.parts.unwritten.read();
      return entries.filter((entry) => !isOpenToAll || isAmong(unwritten, entry)).reduce(appended, now);
    });
    this.#unsaved = this.#unsaved.filter((entry) => !entries.includes(entry));
    this.parts.unwritten.drop((entry) => isAmong(entries, entry));
    this.#changed(box);
    void this.wake();
  }

  /** Changes the box itself: what needs no server. */
  async change(step: (box: CartBox) => CartBox): Promise<void> {
    this.#changed(await this.parts.store.change(step));
  }

  /** There may be something to send or to read. @returns when what can be done now is done */
  wake(): Promise<void> {
    const done = this.#drain.wake().finally(() => this.#show());
    this.#show();
    return done;
  }

  /** Somebody logged in or out. */
  sessionChanged(): Promise<void> {
    this.sync.pardon();
    return this.wake();
  }

  /** The network came or went. */
  async networkChanged(): Promise<void> {
    // Coming online also reloads the cart from the server (OFF-1).
    if (this.parts.seenFrom().online) this.sync.wish();
    await this.wake();
  }

  /** Something may have changed since this cart was confirmed, or this page has not looked yet (CART-8). */
  isSyncNeeded(): boolean {
    return this.sync.wantsCart || this.#hash() !== this.parts.publishedHash();
  }

  /** Asks something of the cart of the server, after everything that waits. Throws ApiProblem. */
  async ask<Answer>(question: (where: Where) => Promise<Answer>): Promise<Answer> {
    await this.wake();
    return this.parts.inTurn(async () => {
      const box = await this.parts.store.read();
      const { token, owner } = keptOf(box);
      if (token === undefined || box.entries.length > 0) throw new ApiProblem('unreachable');
      return question({ token, customer: owner });
    });
  }

  /** The same of a cart that is made where there is none yet: the shop puts something into it. */
  async askNew<Answer>(question: (where: Where) => Promise<Answer>): Promise<Answer> {
    this.sync.needsCart = true;
    try {
      return await this.ask(question);
    } finally {
      this.sync.needsCart = false;
    }
  }

  stop(): void {
    this.#drain.stop();
  }

  /** Shows again what may have changed outside: network, switches. */
  #show(): void {
    this.#view = undefined;
    if (this.#isLoaded) this.#publish();
    for (const listener of this.#listeners) listener();
  }

  #take(box: CartBox): void {
    if (box.rev >= this.#box.rev) this.#box = box;
    this.#show();
  }

  #changed(box: CartBox): void {
    this.#take(box);
    this.parts.tellTabs(box.rev);
  }

  #publish(): void {
    const { token, version } = keptOf(this.#box);
    const isConfirmed = version !== undefined && this.#box.entries.length + this.#unsaved.length === 0;
    const hash = isConfirmed ? this.#hash() : this.parts.publishedHash();
    this.parts.publish({ count: this.view().count, token, hash: token === undefined ? undefined : hash });
  }

  #hash(): string {
    return cartHash(this.view().lines, keptOf(this.#box).token);
  }

  #told(failures: number, error: unknown): void {
    if (failures === attemptsBeforeAsking && this.parts.seenFrom().online) this.parts.news({ kind: 'waits' });
    if (this.sync.isRefused && !this.#saidRefused) this.parts.news({ kind: 'refusedCart' });
    this.#saidRefused = this.sync.isRefused;
    this.#failures = failures;
    this.#show();
    // What is no answer of the shop is a fault of ours.
    if (error !== undefined && !(error instanceof ApiProblem)) reportError(error);
  }

  #see(): CartView {
    const from = this.parts.seenFrom();
    return {
      ...seeCart(this.#box, this.#unsaved, from),
      state: this.#state(from.online),
      online: from.online,
      busy: this.#drain.running && from.online && this.#box.entries.length > 0,
      kept: this.parts.store.durable,
    };
  }

  #state(online: boolean): CartState {
    if (!this.#isLoaded) return 'loading';
    if (!online) return 'offline';
    return this.sync.isRefused || this.#failures >= attemptsBeforeAsking ? 'unsynced' : 'ready';
  }
}

const isAmong = (entries: readonly PendingEntry[], { id }: PendingEntry) =>
  entries.some((entry) => entry.id === id);
