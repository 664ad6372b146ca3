import { lineKey } from '@fynbos/core/cart/line.ts';
import { ApiProblem } from '../api-problem.ts';
import { mayPass } from '../offline/may-pass.ts';
import {
  type CartBox,
  type CartBoxStore,
  confirmed,
  dropped,
  forgotten,
  joining,
  keptOf,
  lost,
  nameOf,
  notJoined,
  opened,
  ordered,
  type PendingEntry,
  refused,
  type ServerCart,
  wentBack,
} from './cart-box.ts';
import type { CartCalls, CodeKind, Where } from './cart-calls.ts';
import type { Refusal } from './cart-view.ts';
import { type CartStep, nextStep } from './next-step.ts';

/** The guest bypass limit (decisions «Switches»): how often a refused cart is given up for a guest's new one. */
const mostBypasses = 1;

export interface SyncParts {
  store: CartBoxStore;
  calls: CartCalls;
  /** Who is logged in, once that is known. */
  customer(): Promise<number | undefined>;
  /** Carts are with the server at all (switch «cart sync»). */
  isOn(): boolean;
  newId(): string;
  /** Shows the box as it is: another tab may have ended before it told of its change. */
  seen(box: CartBox): void;
  /** Shows a change of the box, in this tab and the others. */
  changed(box: CartBox): void;
  refused(refusal: Refusal): void;
  /** This cart is on its way as an order: the shop may have used it up. */
  isOrdered(token: string): boolean;
  /** A payment of this cart was begun: where the shop has it no more, it was paid for. */
  isBeingPaid(token: string): boolean;
  /** The coupon that was taken off at login does not hold for the customer's cart. */
  couponGone(code: string, problem: ApiProblem): void;
}

/** Brings the box and the server's cart together, one step at a time. It runs in one tab at a time. */
export class CartSync {
  readonly #parts: SyncParts;
  /** Something may have changed at the server. */
  wantsCart = true;
  /** A cart is made even if there is nothing to put into it yet. */
  needsCart = false;
  /** The cart was refused too often: it stays in this browser while the page lives (commerce 4). */
  isRefused = false;
  #bypasses = 0;
  /** It was wished to look since what is asked now was asked. */
  #isWished = false;

  constructor(parts: SyncParts) {
    this.#parts = parts;
  }

  /** Does what is next. @returns whether there may be more; throws ApiProblem when it must be tried later */
  async step(): Promise<boolean> {
    if (this.isRefused || !this.#parts.isOn()) return false;
    this.#isWished = false;
    const box = await this.#parts.store.read();
    // After the box: whoever logs in meanwhile has put nothing there that would seem a stranger's.
    const customer = await this.#parts.customer();
    this.#parts.seen(box);
    const step = nextStep(box, { customer, wantsCart: this.wantsCart, needsCart: this.needsCart });
    if (step === 'rest' || (step === 'read' && this.#isOrdered(box))) return false;
    const token = keptOf(box).token;
    try {
      await this.#take(step, box, customer);
    } catch (error) {
      await this.#recover(error, token, customer);
    }
    return !this.isRefused;
  }

  /** Somebody logged in or out: what was known and refused before says nothing any more. */
  pardon(): void {
    this.wish();
    this.#bypasses = 0;
    this.isRefused = false;
  }

  /** The cart is looked at from now on: what was asked before and is answered later is not enough. */
  wish(): void {
    this.wantsCart = true;
    this.#isWished = true;
  }

  async #take(step: Exclude<CartStep, 'rest'>, box: CartBox, customer: number | undefined): Promise<void> {
    if (step === 'forget') return void (await this.#change((now) => forgotten(now, keptOf(box).owner)));
    if (step === 'open') return this.#open(box, customer);
    const { token = '', owner, couponAtLogin = '', totals, joining: wasJoining } = keptOf(box);
    // A guest's cart is opened by its token alone, whoever is logged in by now.
    const where = { token, customer: owner };
    if (step === 'send') return this.#send(box, where);
    if (step === 'takeCouponOff') return this.#takeCouponOff(where, totals?.coupon);
    if (step === 'putCouponBack') return this.#putCouponBack(where, couponAtLogin);
    const cart = await this.#parts.calls.read(where);
    await this.#change((now) => wentBack(now, box, cart));
    await this.confirm(where, undefined, cart);
    if (wasJoining) await this.#change((now) => notJoined(now, token));
  }

  /** A cart is made when there are items but no token (CART-8), and the customer's is joined at login. */
  async #open(box: CartBox, customer: number | undefined): Promise<void> {
    const { token, owner } = keptOf(box);
    const joins = customer !== undefined && owner === undefined;
    if (joins) {
      const now = await this.#change((box) => joining(box, this.#parts.newId));
      if (!keptOf(now).joining) return;
    }
    const next = await this.#parts.calls.open(joins ? token : undefined, customer);
    await this.#change((now) => opened(now, token, { token: next, owner: customer }));
  }

  async #send(box: CartBox, where: Where): Promise<void> {
    const entry = box.entries[0]!;
    try {
      const taken = await this.#parts.calls.send(where, entry, keptOf(box).items);
      if (!taken) return await this.#drop(where, entry);
      const renamed = 'line' in entry && taken.line ? names(entry.line, taken.line) : undefined;
      await this.confirm(where, entry.id, taken.cart, renamed);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#refuse(box, where, entry, error);
    }
  }

  /** Its line is gone: somebody else removed it, so there may be more to know. */
  async #drop({ token }: Where, { id }: PendingEntry): Promise<void> {
    this.wantsCart = true;
    await this.#change((now) => dropped(now, token, id));
  }

  /** The line is as it was before; what the server has now is read afresh. */
  async #refuse(box: CartBox, { token }: Where, entry: PendingEntry, { view }: ApiProblem): Promise<void> {
    const { code, values, sentence } = view;
    const refusal: Refusal = {
      ...{ id: entry.id, kind: entry.kind, code, values },
      ...nameOf(box, entry),
      ...(sentence !== undefined && { sentence }),
    };
    this.wantsCart = true;
    await this.#change((now) => refused(now, token, refusal));
    this.#parts.refused(refusal);
  }

  async #takeCouponOff(where: Where, couponAtLogin: string | undefined): Promise<void> {
    await this.#change((now) => ({ ...now, kept: { ...keptOf(now), couponAtLogin } }));
    await this.confirm(where, undefined, await this.code(where, 'coupon', ''));
  }

  async #putCouponBack(where: Where, code: string): Promise<void> {
    try {
      await this.confirm(where, undefined, await this.code(where, 'coupon', code));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#parts.couponGone(code, error);
    }
    await this.#change((now) => ({ ...now, kept: { ...keptOf(now), couponAtLogin: undefined } }));
  }

  /** Applies a code, or with the empty one takes it away. Throws ApiProblem. */
  code(where: Where, kind: CodeKind, code: string): Promise<ServerCart> {
    return this.#parts.calls.code(where, this.#parts.newId(), kind, code);
  }

  /** An answer: the cart is confirmed, and the entry it was for leaves. */
  async confirm(
    { token }: Where,
    entry: string | undefined,
    cart: ServerCart,
    renamed?: { from: string; to: string },
  ): Promise<void> {
    this.#bypasses = 0;
    const box = await this.#change((now) => confirmed(now, { token, entry, renamed }, cart));
    // Every answer is the whole cart; one that came too late to be taken is asked for again.
    this.wantsCart = keptOf(box).version !== cart.version || this.#isWished;
  }

  /** What was no refusal of an entry: a cart that is gone, a token that is refused, or a failure that passes. */
  async #recover(error: unknown, token: string | undefined, customer: number | undefined): Promise<void> {
    if (!(error instanceof ApiProblem)) throw error;
    const isUnauthorized = error.status === 401;
    if (!isUnauthorized && error.code !== 'cart_not_found') throw error;
    // What became of it the order's own answer says.
    if (token !== undefined && this.#parts.isOrdered(token)) throw error;
    // The session ended on the way: nothing is wrong with the cart.
    if (isUnauthorized && (await this.#parts.customer()) !== customer) return;
    if (token !== undefined && !isUnauthorized && this.#parts.isBeingPaid(token)) {
      await this.#change((now) => (keptOf(now).token === token ? ordered(now) : now));
      return;
    }
    this.#bypasses += 1;
    this.isRefused = this.#bypasses > mostBypasses;
    if (this.isRefused) throw error;
    if (token !== undefined) await this.#change((now) => lost(now, token, this.#parts.newId));
  }

  /** What becomes of it the order's own answer says: until then there is nothing to read. */
  #isOrdered(box: CartBox): boolean {
    const { token } = keptOf(box);
    return token !== undefined && this.#parts.isOrdered(token);
  }

  async #change(step: (box: CartBox) => CartBox): Promise<CartBox> {
    const box = await this.#parts.store.change(step);
    this.#parts.changed(box);
    return box;
  }
}

function names(sent: Parameters<typeof lineKey>[0], taken: Parameters<typeof lineKey>[0]) {
  return { from: lineKey(sent), to: lineKey(taken) };
}

/** The server said no, and would again: neither a failure that passes nor one of the cart itself. */
export function isRefusal(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem) || mayPass(error)) return false;
  return error.status !== 401 && error.code !== 'cart_not_found';
}
