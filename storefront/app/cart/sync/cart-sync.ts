import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import type { CartRules } from '@fynbos/core/cart/cart-rules.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { OutboxQueue } from '../../platform/outbox/outbox-queue.ts';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import type { CartEvent } from './cart-events.ts';
import {
  type CartOutbox,
  type CartSnapshot,
  confirmedCart,
  dropped,
  forgotten,
  joining,
  lostCart,
  nameOf,
  notJoined,
  opened,
  ordered,
  type PendingEntry,
  refused,
  type ServerCart,
  snapshotOf,
  wentBack,
} from './cart-outbox.ts';
import type { CallCart, CartCalls, CodeKind, Where } from './cart-requests.ts';
import type { CartRefusal, CartView } from './cart-view.ts';
import type { SeenFrom } from './derive-cart-view.ts';

/** Switches of the operator that decide which changes are allowed. */
interface ChangeRules extends CartRules {
  /** Stock is checked live; otherwise it is uncertain. */
  stockSync: boolean;
}

/** The dependencies of a cart; a browser and a test provide their own. */
export interface CartParts {
  /** It sends with `CartSync.sendNext` of the cart. */
  outbox: OutboxQueue<CartSnapshot, PendingEntry>;
  call: CallCart;
  /** The customer of the session, once that is known. */
  customer(): Promise<number | undefined>;
  rules(): ChangeRules;
  seenFrom(): SeenFrom;
  /** Whether carts are synchronised with the server (switch «cart sync»). */
  isSyncOn(): boolean;
  /** How often a refused cart is replaced by a new guest cart (docs/spec/decisions.md, «Switches and defaults»). */
  maxBypasses(): number;
  newId(): string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether an order with the cart of this token is being sent: the shop may have used it up. */
  isOrdered(token: string): boolean;
  /** Whether a payment of this cart was started: if the shop does not know it any more, it was paid. */
  isBeingPaid(token: string): boolean;
  notify(event: CartEvent): void;
  /** Called before the shopper's changes are applied. */
  changing(before: CartView['lines'], entries: readonly PendingEntry[]): void;
  /** Publishes the values that every page reads before the cart's code is loaded. */
  publish(seen: { count: number; token: string | undefined; hash: string | undefined }): void;
  /** The hash that was published last; undefined if nothing was confirmed yet. */
  publishedHash(): string | undefined;
}

/** Facts outside the outbox that decide the next step. */
export interface Situation {
  /** The logged-in customer. */
  customer: number | undefined;
  /** The cart may have changed at the server: a refresh was requested, or this page has not read it yet. */
  wantsCart: boolean;
  /** A request for the cart follows, so a cart must exist. */
  needsCart?: boolean;
}

export type CartStep = 'forget' | 'open' | 'read' | 'send' | 'takeCouponOff' | 'putCouponBack' | 'rest';

/**
 * The next synchronisation step with the server (spec commerce 4 «Cart lifecycle»), one at a time:
 *
 * - The cart of a customer who is no longer logged in is forgotten.
 * - Changes made as a guest reach the guest's cart before it is merged into the customer's (spec D21).
 * - A login in progress finishes before anything else is sent, because the guest's cart may already be
 * merged.
 * - A guest's cart is read before a login merges it; a cart the shop has forgotten is created again.
 * - A coupon is removed before the carts are merged, and applied again afterwards.
 * - The cart is read when no entry waits, so that nothing is counted twice.
 *
 * This covers the branches of the synchronisation table (wire contract 5.4). A client item without a server
 * item is a waiting `add`, so it is sent. If no `add` waits, the item was removed elsewhere and the
 * confirmed cart is shown without it. A different quantity is either a waiting `set` or the server's value.
 * A server item without a client item is shown, unless a `remove` waits. A refused write leaves the line as
 * confirmed: with its previous quantity, or absent.
 */
export function nextStep(outbox: CartOutbox, { customer, wantsCart, needsCart }: Situation): CartStep {
  const { owner, token, version, joining, totals, couponAtLogin } = snapshotOf(outbox);
  if (owner !== undefined && owner !== customer) return 'forget';
  if (joining && customer !== undefined) return 'open';
  if (joining && token !== undefined) return 'read';
  if (token !== undefined && version === undefined) return 'read';
  if (outbox.entries.length > 0) return token === undefined ? 'open' : 'send';
  if (customer !== undefined && owner !== customer) {
    if (token !== undefined && wantsCart) return 'read';
    return token !== undefined && totals?.coupon ? 'takeCouponOff' : 'open';
  }
  if (token === undefined) return owner === undefined && !needsCart ? 'rest' : 'open';
  if (couponAtLogin !== undefined) return 'putCouponBack';
  return wantsCart || totals === undefined ? 'read' : 'rest';
}

/** Synchronises the outbox with the server's cart, one step at a time, in one tab at a time. */
export class CartSync {
  readonly #parts: CartParts;
  readonly #calls: CartCalls;
  /** The server's cart may have changed. */
  wantsCart = true;
  /** Requests that need the server's cart, also where carts are not synchronised otherwise (switch «cart sync»). */
  requests = 0;
  /** Creates a cart even if there is nothing to add yet. */
  needsCart = false;
  /** The cart was refused too often: it remains in this browser while the page lives (spec commerce 4). */
  isRefused = false;
  #bypasses = 0;
  /** A read was requested after the current request was sent. */
  #isWished = false;

  constructor(parts: CartParts, calls: CartCalls) {
    this.#parts = parts;
    this.#calls = calls;
  }

  /**
   * Performs the next step, which is one request at most.
   * @returns whether there may be more; throws ApiProblem when it must be retried later
   */
  async sendNext(): Promise<boolean> {
    const isOn = this.#parts.isSyncOn() || this.requests > 0;
    if (this.isRefused || !isOn || !this.#parts.seenFrom().online) return false;
    const outbox = await this.#parts.outbox.read();
    // Its payment may be settled while this step waits, which then must not read the paid cart.
    const wasOrdered = this.#isOrdered(outbox);
    // After the outbox: a customer who logs in meanwhile has not added entries to this outbox state.
    const customer = await this.#parts.customer();
    // The first call starts the session, which requests the cart: the request below answers that.
    this.#isWished = false;
    const step = nextStep(outbox, { customer, wantsCart: this.wantsCart, needsCart: this.needsCart });
    if (step === 'rest' || (step === 'read' && (wasOrdered || this.#isOrdered(outbox)))) return false;
    const token = snapshotOf(outbox).token;
    try {
      await this.#perform(step, outbox, customer);
    } catch (error) {
      await this.#recover(error, token, customer);
    }
    return !this.isRefused;
  }

  /** The shopper logged in or out: earlier state and refusals do not count any more. */
  reset(): void {
    this.requestCart();
    this.#bypasses = 0;
    this.isRefused = false;
  }

  /** The cart is viewed from now on: the response of an earlier request is not sufficient. */
  requestCart(): void {
    this.wantsCart = true;
    this.#isWished = true;
  }

  async #perform(
    step: Exclude<CartStep, 'rest'>,
    outbox: CartOutbox,
    customer: number | undefined,
  ): Promise<void> {
    if (step === 'forget')
      return void (await this.#parts.outbox.change((now) => forgotten(now, snapshotOf(outbox).owner)));
    if (step === 'open') return this.#open(outbox, customer);
    const { token = '', owner, couponAtLogin = '', totals, joining: wasJoining } = snapshotOf(outbox);
    // A guest's cart is accessed by its token alone, even if the shopper has logged in since.
    const where = { token, customer: owner };
    if (step === 'send') return this.#send(outbox, where);
    if (step === 'takeCouponOff') return this.#takeCouponOff(where, totals?.coupon);
    if (step === 'putCouponBack') return this.#putCouponBack(where, couponAtLogin);
    const cart = await this.#calls.read(where);
    await this.#parts.outbox.change((now) => wentBack(now, outbox, cart));
    await this.confirm(where, undefined, cart);
    if (wasJoining) await this.#parts.outbox.change((now) => notJoined(now, token));
  }

  /** Creates a cart when there are items but no token (CART-8), and joins the customer's at login. */
  async #open(outbox: CartOutbox, customer: number | undefined): Promise<void> {
    const { token, owner } = snapshotOf(outbox);
    const joins = customer !== undefined && owner === undefined;
    if (joins) {
      const now = await this.#parts.outbox.change((outbox) => joining(outbox, this.#parts.newId));
      if (!snapshotOf(now).joining) return;
    }
    const next = await this.#calls.open(joins ? token : undefined, customer);
    await this.#parts.outbox.change((now) => opened(now, token, { token: next, owner: customer }));
  }

  async #send(outbox: CartOutbox, where: Where): Promise<void> {
    const [entry] = outbox.entries;
    if (!entry) return;
    try {
      const written = await this.#calls.send(where, entry, snapshotOf(outbox).items);
      if (!written) return await this.#drop(where, entry);
      const renamed = 'line' in entry && written.line ? names(entry.line, written.line) : undefined;
      await this.confirm(where, entry.id, written.cart, renamed);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#refuse(outbox, where, entry, error);
    }
  }

  /** Its line was removed on another device, so the cart is read again. */
  async #drop({ token }: Where, { id }: PendingEntry): Promise<void> {
    this.wantsCart = true;
    await this.#parts.outbox.change((now) => dropped(now, token, id));
  }

  /** The line returns to its former state, and the server's cart is read again. */
  async #refuse(
    outbox: CartOutbox,
    { token }: Where,
    entry: PendingEntry,
    { view }: ApiProblem,
  ): Promise<void> {
    const { code, values, sentence } = view;
    const refusal: CartRefusal = {
      ...{ id: entry.id, kind: entry.kind, code, values },
      ...nameOf(outbox, entry),
      ...(sentence !== undefined && { sentence }),
    };
    this.wantsCart = true;
    await this.#parts.outbox.change((now) => refused(now, token, refusal));
    this.#parts.notify({ kind: 'refused', code, values, sentence });
  }

  async #takeCouponOff(where: Where, couponAtLogin: string | undefined): Promise<void> {
    await this.#parts.outbox.change((now) => ({ ...now, kept: { ...snapshotOf(now), couponAtLogin } }));
    await this.confirm(where, undefined, await this.code(where, 'coupon', ''));
  }

  async #putCouponBack(where: Where, code: string): Promise<void> {
    try {
      await this.confirm(where, undefined, await this.code(where, 'coupon', code));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#parts.notify({ kind: 'couponGone', coupon: code });
    }
    await this.#parts.outbox.change((now) => ({
      ...now,
      kept: { ...snapshotOf(now), couponAtLogin: undefined },
    }));
  }

  /** Applies a code; an empty code removes it. Throws ApiProblem. */
  code(where: Where, kind: CodeKind, code: string): Promise<ServerCart> {
    return this.#calls.code(where, this.#parts.newId(), kind, code);
  }

  /** Applies a response: confirms the cart and removes its entry. */
  async confirm(
    { token }: Where,
    entry: string | undefined,
    cart: ServerCart,
    renamed?: { from: string; to: string },
  ): Promise<void> {
    this.#bypasses = 0;
    const outbox = await this.#parts.outbox.change((now) =>
      confirmedCart(now, { token, entry, renamed }, cart),
    );
    // Every response contains the whole cart; one that arrived too late is requested again.
    this.wantsCart = snapshotOf(outbox).version !== cart.version || this.#isWished;
  }

  /**
   * Handles errors that are not a refusal of an entry: a missing cart, a refused token, or a temporary
   * failure.
   */
  async #recover(error: unknown, token: string | undefined, customer: number | undefined): Promise<void> {
    if (!(error instanceof ApiProblem)) throw error;
    const isUnauthorized = error.status === 401;
    if (!isUnauthorized && error.code !== 'cart_not_found') throw error;
    // The response of the order decides what happened to it.
    if (token !== undefined && this.#parts.isOrdered(token)) throw error;
    // The session ended meanwhile: the cart itself is valid.
    if (isUnauthorized && (await this.#parts.customer()) !== customer) return;
    if (token !== undefined && !isUnauthorized && this.#parts.isBeingPaid(token)) {
      await this.#parts.outbox.change((now) => (snapshotOf(now).token === token ? ordered(now) : now));
      return;
    }
    this.#bypasses += 1;
    this.isRefused = this.#bypasses > this.#parts.maxBypasses();
    if (this.isRefused) throw error;
    if (token !== undefined)
      await this.#parts.outbox.change((now) => lostCart(now, token, this.#parts.newId));
  }

  /** The response of the order decides what happened to it; until then there is nothing to read. */
  #isOrdered(outbox: CartOutbox): boolean {
    const { token } = snapshotOf(outbox);
    return token !== undefined && this.#parts.isOrdered(token);
  }
}

function names(sent: Parameters<typeof lineKey>[0], written: Parameters<typeof lineKey>[0]) {
  return { from: lineKey(sent), to: lineKey(written) };
}

/** The server refused and would refuse again: neither a temporary failure nor a problem of the cart itself. */
export function isRefusal(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || isRetryable(error)) return false;
  return error.status !== 401 && error.code !== 'cart_not_found';
}
