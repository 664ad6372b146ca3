import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { mayPass } from '../../platform/outbox/retryable-problem.ts';
import {
  type CartOutbox,
  type CartOutboxStore,
  confirmed,
  dropped,
  forgotten,
  joining,
  lost,
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
import type { CartCalls, CodeKind, Where } from './cart-requests.ts';
import type { Refusal } from './cart-view.ts';
import { type CartStep, nextStep } from './next-sync-step.ts';

/** The guest bypass limit (decisions «Switches»): how often a refused cart is replaced by a new guest cart. */
const maxBypasses = 1;

export interface SyncParts {
  store: CartOutboxStore;
  calls: CartCalls;
  /** The customer of the session, once that is known. */
  customer(): Promise<number | undefined>;
  /** Whether carts are synchronised with the server (switch «cart sync»). */
  isOn(): boolean;
  newId(): string;
  /** Shows the current outbox: another tab may have ended before it announced its change. */
  seen(outbox: CartOutbox): void;
  /** Shows a change of the outbox, in this tab and the others. */
  changed(outbox: CartOutbox): void;
  refused(refusal: Refusal): void;
  /** Whether an order with this cart is being sent: the shop may have used it up. */
  isOrdered(token: string): boolean;
  /** Whether a payment of this cart was started: if the shop does not know it any more, it was paid. */
  isBeingPaid(token: string): boolean;
  /** The coupon that was removed at login is not valid for the customer's cart. */
  couponGone(code: string, problem: ApiProblem): void;
}

/** Synchronises the outbox with the server's cart, one step at a time, in one tab at a time. */
export class CartSync {
  readonly #parts: SyncParts;
  /** The server's cart may have changed. */
  wantsCart = true;
  /** Creates a cart even if there is nothing to add yet. */
  needsCart = false;
  /** The cart was refused too often: it remains in this browser while the page lives (spec commerce 4). */
  isRefused = false;
  #bypasses = 0;
  /** A read was requested after the current request was sent. */
  #isWished = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /**
   * Performs the next step.
   * @returns whether there may be more; throws ApiProblem when it must be retried later
   */
  async step(): Promise<boolean> {
    if (this.isRefused || !this.#parts.isOn()) return false;
    this.#isWished = false;
    const outbox = await this.#parts.store.read();
    // After the outbox: a customer who logs in meanwhile has not added entries to this outbox state.
    const customer = await this.#parts.customer();
    this.#parts.seen(outbox);
    const step = nextStep(outbox, { customer, wantsCart: this.wantsCart, needsCart: this.needsCart });
    if (step === 'rest' || (step === 'read' && this.#isOrdered(outbox))) return false;
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
      return void (await this.#change((now) => forgotten(now, snapshotOf(outbox).owner)));
    if (step === 'open') return this.#open(outbox, customer);
    const { token = '', owner, couponAtLogin = '', totals, joining: wasJoining } = snapshotOf(outbox);
    // A guest's cart is accessed by its token alone, even if the shopper has logged in since.
    const where = { token, customer: owner };
    if (step === 'send') return this.#send(outbox, where);
    if (step === 'takeCouponOff') return this.#takeCouponOff(where, totals?.coupon);
    if (step === 'putCouponBack') return this.#putCouponBack(where, couponAtLogin);
    const cart = await this.#parts.calls.read(where);
    await this.#change((now) => wentBack(now, outbox, cart));
    await this.confirm(where, undefined, cart);
    if (wasJoining) await this.#change((now) => notJoined(now, token));
  }

  /** Creates a cart when there are items but no token (CART-8), and joins the customer's at login. */
  async #open(outbox: CartOutbox, customer: number | undefined): Promise<void> {
    const { token, owner } = snapshotOf(outbox);
    const joins = customer !== undefined && owner === undefined;
    if (joins) {
      const now = await this.#change((outbox) => joining(outbox, this.#parts.newId));
      if (!snapshotOf(now).joining) return;
    }
    const next = await this.#parts.calls.open(joins ? token : undefined, customer);
    await this.#change((now) => opened(now, token, { token: next, owner: customer }));
  }

  async #send(outbox: CartOutbox, where: Where): Promise<void> {
    const entry = outbox.entries[0]!;
    try {
      const written = await this.#parts.calls.send(where, entry, snapshotOf(outbox).items);
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
    await this.#change((now) => dropped(now, token, id));
  }

  /** The line returns to its former state, and the server's cart is read again. */
  async #refuse(
    outbox: CartOutbox,
    { token }: Where,
    entry: PendingEntry,
    { view }: ApiProblem,
  ): Promise<void> {
    const { code, values, sentence } = view;
    const refusal: Refusal = {
      ...{ id: entry.id, kind: entry.kind, code, values },
      ...nameOf(outbox, entry),
      ...(sentence !== undefined && { sentence }),
    };
    this.wantsCart = true;
    await this.#change((now) => refused(now, token, refusal));
    this.#parts.refused(refusal);
  }

  async #takeCouponOff(where: Where, couponAtLogin: string | undefined): Promise<void> {
    await this.#change((now) => ({ ...now, kept: { ...snapshotOf(now), couponAtLogin } }));
    await this.confirm(where, undefined, await this.code(where, 'coupon', ''));
  }

  async #putCouponBack(where: Where, code: string): Promise<void> {
    try {
      await this.confirm(where, undefined, await this.code(where, 'coupon', code));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#parts.couponGone(code, error);
    }
    await this.#change((now) => ({ ...now, kept: { ...snapshotOf(now), couponAtLogin: undefined } }));
  }

  /** Applies a code; an empty code removes it. Throws ApiProblem. */
  code(where: Where, kind: CodeKind, code: string): Promise<ServerCart> {
    return this.#parts.calls.code(where, this.#parts.newId(), kind, code);
  }

  /** Applies a response: confirms the cart and removes its entry. */
  async confirm(
    { token }: Where,
    entry: string | undefined,
    cart: ServerCart,
    renamed?: { from: string; to: string },
  ): Promise<void> {
    this.#bypasses = 0;
    const outbox = await this.#change((now) => confirmed(now, { token, entry, renamed }, cart));
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
      await this.#change((now) => (snapshotOf(now).token === token ? ordered(now) : now));
      return;
    }
    this.#bypasses += 1;
    this.isRefused = this.#bypasses > maxBypasses;
    if (this.isRefused) throw error;
    if (token !== undefined) await this.#change((now) => lost(now, token, this.#parts.newId));
  }

  /** The response of the order decides what happened to it; until then there is nothing to read. */
  #isOrdered(outbox: CartOutbox): boolean {
    const { token } = snapshotOf(outbox);
    return token !== undefined && this.#parts.isOrdered(token);
  }

  async #change(step: (outbox: CartOutbox) => CartOutbox): Promise<CartOutbox> {
    const outbox = await this.#parts.store.change(step);
    this.#parts.changed(outbox);
    return outbox;
  }
}

function names(sent: Parameters<typeof lineKey>[0], written: Parameters<typeof lineKey>[0]) {
  return { from: lineKey(sent), to: lineKey(written) };
}

/** The server refused and would refuse again: neither a temporary failure nor a problem of the cart itself. */
export function isRefusal(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || mayPass(error)) return false;
  return error.status !== 401 && error.code !== 'cart_not_found';
}
