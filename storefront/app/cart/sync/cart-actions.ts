import { ApiProblem } from '../../platform/api/api-problem.ts';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import {
  cachePaymentMethods,
  cacheShippingMethods,
  type DeliveryPlace,
  type PaymentMethod,
  type ShippingMethod,
} from './cart-methods.ts';
import { dismissed, ordered, snapshotOf } from './cart-outbox.ts';
import type { CodeKind, Where } from './cart-requests.ts';
import type { CartStore } from './cart-store.ts';
import type { CartLine } from './cart-view.ts';
import { givenBack, withoutOrderedLines } from './ordered-lines.ts';

/** The refusal of a request that only the shop can decide; undefined on success. */
export type CodeRefusal =
  | {
      /** The problem code of the refusal. */
      refused: string;
      values: Record<string, string | number>;
      problem: ApiProblem;
      /** The shop has not refused: it was not reached, or is busy. */
      isUnheard: boolean;
    }
  | undefined;

/** What pages do with the cart apart from changing its lines. No action rejects unless noted. */
export class CartActions {
  readonly #cart: CartStore;

  constructor(cart: CartStore) {
    this.#cart = cart;
  }

  /** Applies a coupon or a voucher: the shopper need not know which it is. Needs a network. */
  applyCode(code: string): Promise<CodeRefusal> {
    return this.#apply('coupon', code);
  }

  removeCoupon(): Promise<CodeRefusal> {
    return this.#apply('coupon', '');
  }

  removeVoucher(): Promise<CodeRefusal> {
    return this.#apply('voucher', '');
  }

  /** The shipping methods of this cart. Needs a network; rejects with the `ApiProblem`. */
  async shippingMethods(place: DeliveryPlace): Promise<readonly ShippingMethod[]> {
    const methods = await this.request((where) => this.#cart.calls.shippingMethods(where, place));
    cacheShippingMethods(place, methods);
    return methods;
  }

  /** Chooses a shipping method; the totals are updated. Needs a network. */
  async chooseDelivery(place: DeliveryPlace, method: ShippingMethod): Promise<CodeRefusal> {
    const key = this.#cart.parts.newId();
    const refused = await this.#refusalOf((where) =>
      this.#cart.calls.chooseDelivery(where, key, place, method),
    );
    if (!refused) await this.#read();
    return refused;
  }

  /**
   * The payment methods of this cart. They are cached for orders without a network, which a cart with only
   * downloads cannot be. Needs a network; rejects with the `ApiProblem`.
   */
  async paymentMethods(): Promise<readonly PaymentMethod[]> {
    const methods = await this.request((where) => this.#cart.calls.paymentMethods(where));
    if (!this.#cart.view().totals.virtual) cachePaymentMethods(methods);
    return methods;
  }

  /**
   * The token and customer of this cart, once all entries have reached the server. Rejects with the
   * `ApiProblem`.
   */
  whose(): Promise<Where> {
    return this.request(async (where) => where);
  }

  /**
   * Reads the current cart from the server.
   * @returns whether it responded
   */
  async confirm(): Promise<boolean> {
    this.#cart.sync.wantsCart = true;
    await this.#synchronise();
    return !this.#cart.sync.wantsCart;
  }

  /** Reads the cart from the server where it may have changed; with `force` always. */
  async refresh({ force = false } = {}): Promise<void> {
    if (force || this.#cart.isSyncNeeded()) await this.#read();
  }

  /** Sends waiting entries at once. */
  retry(): void {
    void this.#read();
  }

  async dismissRefusal(id: string): Promise<void> {
    await this.#cart.change((outbox) => dismissed(outbox, id));
  }

  /**
   * After a payment, the shop has removed the ordered lines from this cart, or closed it.
   * @returns whether the cart here matches the shop's
   */
  async refreshAfterPayment(token: string): Promise<boolean> {
    this.#cart.sync.wantsCart = true;
    await this.#synchronise();
    const outbox = await this.#cart.parts.outbox.read();
    return snapshotOf(outbox).token !== token || !this.#cart.sync.wantsCart;
  }

  /**
   * Removes the lines of a stored order from the cart, which becomes the next one. Applied once, however
   * often it is called for the same order.
   */
  async removeOrdered(order: string, lines: readonly { key: string; qty: number }[]): Promise<void> {
    const now = this.#cart.parts.now();
    await this.#cart.change((outbox) => withoutOrderedLines(outbox, order, lines, now));
    void this.#cart.flush();
  }

  /** Puts the lines of a withdrawn order back into the cart; applied once in the same way. */
  async giveBack(order: string, lines: readonly (CartLine & { qty: number })[]): Promise<void> {
    await this.#cart.change((outbox) =>
      givenBack(
        outbox,
        order,
        lines.map((line) => this.#cart.adding(line, line.qty)),
      ),
    );
    void this.#cart.flush();
  }

  /** After an order: removes its cart here, since the server has used it up (spec commerce 4 «Order placement»). */
  async forget({ token, customer }: Where): Promise<void> {
    await this.#cart.change((outbox) => {
      const snapshot = snapshotOf(outbox);
      const isIt = snapshot.token === token || (customer !== undefined && snapshot.owner === customer);
      return isIt ? ordered(outbox) : outbox;
    });
  }

  /**
   * Makes a request with the server's cart, after all waiting entries. It is repeated if a login replaced its
   * session meanwhile. Throws ApiProblem.
   */
  async request<Result>(operation: (where: Where) => Promise<Result>): Promise<Result> {
    try {
      return await this.#requestOnce(operation);
    } catch (error) {
      const isUnauthorized = error instanceof ApiProblem && error.status === 401;
      if (!isUnauthorized || (await this.#cart.parts.customer()) === undefined) throw error;
      return this.#requestOnce(operation);
    }
  }

  async #requestOnce<Result>(operation: (where: Where) => Promise<Result>): Promise<Result> {
    await this.#synchronise();
    const { outbox } = this.#cart.parts;
    return outbox.inTurn(async () => {
      const now = await outbox.read();
      const { token, owner } = snapshotOf(now);
      if (token === undefined || now.entries.length > 0) throw new ApiProblem('unreachable');
      return operation({ token, customer: owner });
    });
  }

  /** The same, but creates a cart if there is none yet: the shop adds products to it. */
  async requestCreatingCart<Result>(operation: (where: Where) => Promise<Result>): Promise<Result> {
    this.#cart.sync.needsCart = true;
    try {
      return await this.request(operation);
    } finally {
      this.#cart.sync.needsCart = false;
    }
  }

  /** Sends all waiting entries, also where carts are not synchronised otherwise: delivery, codes and orders need it. */
  async #synchronise(): Promise<void> {
    const { sync } = this.#cart;
    sync.requests += 1;
    try {
      await this.#cart.flush();
    } finally {
      sync.requests -= 1;
    }
    await this.#removeSoldOut();
  }

  /**
   * Removes the sold-out lines where neither the switch «out of stock in cart» nor «cart sync» keeps them
   * (spec commerce 5).
   */
  async #removeSoldOut(): Promise<void> {
    const { parts } = this.#cart;
    if (parts.isSyncOn() || parts.rules().outOfStock) return;
    const soldOut = this.#cart.view().lines.filter(({ problems }) => problems.includes('out_of_stock'));
    if (soldOut.length === 0) return;
    await this.#cart.remove(soldOut.map(({ key }) => key));
    parts.notify({ kind: 'refused', code: 'out_of_stock', values: {} });
  }

  #apply(kind: CodeKind, code: string): Promise<CodeRefusal> {
    return this.#refusalOf(async (where) => {
      const known = await this.#cart.sync.code(where, kind, code);
      await this.#cart.sync.confirm(where, undefined, known);
    });
  }

  #read(): Promise<void> {
    this.#cart.sync.wantsCart = true;
    return this.#cart.flush();
  }

  /**
   * Makes a request that only the server can decide. If the response is lost, the cart is read later to
   * learn the outcome.
   */
  async #refusalOf(operation: (where: Where) => Promise<void>): Promise<CodeRefusal> {
    try {
      await this.request(operation);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const isUnheard = isRetryable(error);
      // A missing cart is created again.
      if (isUnheard || error.code === 'cart_not_found') void this.#read();
      return { refused: error.code, values: error.view.values, problem: error, isUnheard };
    }
  }
}
