import { lineKey } from '@fynbos/core/cart/cart-line.ts';
import { type CartRules, cartProblem } from '@fynbos/core/cart/cart-rules.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { mayPass } from '../../platform/outbox/retryable-problem.ts';
import type { CartDoing, CodeRefusal } from './cart-actions.ts';
import { bareLine, type CartLine, type NewLine } from './cart-line.ts';
import { dismissed, ordered, snapshotOf } from './cart-outbox.ts';
import type { CodeKind, Where } from './cart-requests.ts';
import type { CartStore } from './cart-store.ts';
import type { CartViewLine } from './cart-view.ts';
import { givenBack, withoutOrderedLines } from './ordered-lines.ts';
import { cachePaymentMethods, cacheShippingMethods } from './stored-methods.ts';

/** Switches set by the operator. */
export interface DoingRules extends CartRules {
  /** Stock is checked live; otherwise it is uncertain. */
  stockSync: boolean;
}

/** The actions of a cart. */
export function doingOf(cart: CartStore, rules: () => DoingRules): CartDoing {
  const lineOf = (key: string) => cart.view().lines.find((line) => line.key === key);
  const entry = <Of extends object>(of: Of) => ({ id: cart.parts.newId(), at: cart.parts.now(), ...of });
  const putBack = (lines: readonly CartViewLine[]) => () =>
    cart.append(...lines.map((line) => entry({ kind: 'add' as const, line: bareLine(line), qty: line.qty })));

  /** Whether a quantity of a line is refused; reports the reason. */
  function refuses(line: CartLine & Partial<NewLine>, qty: number): boolean {
    const { status = 1, configured = true, unit: price, inStock, available } = line;
    const candidate = { status, configured, price, inStock, available: available ?? undefined };
    const code = cartProblem(candidate, qty, rules());
    if (code) cart.parts.notify({ kind: 'refused', code, values: { maxQuantity: available ?? 0 } });
    return code !== undefined;
  }

  async function apply(kind: CodeKind, code: string): Promise<CodeRefusal> {
    return refusalOf(cart, async (where) => {
      const known = await cart.sync.code(where, kind, code);
      await cart.sync.confirm(where, undefined, known);
    });
  }

  return {
    async add(line, qty) {
      const currentQty = lineOf(lineKey(line))?.qty ?? 0;
      if (refuses(line, Math.min(currentQty + qty, largestQuantity))) return false;
      await cart.append(entry({ kind: 'add' as const, line: bareLine(line), qty }));
      cart.parts.notify({ kind: 'added', unsure: !rules().stockSync && !rules().outOfStock });
      return true;
    },
    async setQuantity(key, qty) {
      const line = lineOf(key);
      if (!line || line.qty === qty) return;
      if (qty <= 0) return cart.append(entry({ kind: 'remove' as const, key }));
      // A lower quantity is always allowed, so that the shopper can react when units were sold.
      if (qty > line.qty && refuses(line, qty)) return;
      await cart.append(entry({ kind: 'set' as const, key, qty: Math.min(qty, largestQuantity) }));
      cart.parts.notify({ kind: 'updated' });
    },
    async remove(key) {
      const line = lineOf(key);
      if (line) await cart.append(entry({ kind: 'remove' as const, key }));
      return line ? putBack([line]) : async () => {};
    },
    async change(key, line, qty) {
      const next = bareLine(line);
      if (!lineOf(key)) return;
      const twin = lineKey(next) === key ? undefined : lineOf(lineKey(next));
      if (refuses(line, Math.min(qty + (twin?.qty ?? 0), largestQuantity))) return;
      await cart.append(entry({ kind: 'change' as const, key, line: next, qty }));
      cart.parts.notify({ kind: 'updated' });
    },
    async clear() {
      const { lines } = cart.view();
      const removals = lines.map(({ key }) => entry({ kind: 'remove' as const, key }));
      if (lines.length > 0) await cart.append(...removals);
      return putBack(lines);
    },
    applyCoupon: (code) => apply('coupon', code),
    removeCoupon: () => apply('coupon', ''),
    applyVoucher: (code) => apply('voucher', code),
    async shippingMethods(place) {
      const methods = await cart.request((where) => cart.calls.shippingMethods(where, place));
      cacheShippingMethods(place, methods);
      return methods;
    },
    async chooseDelivery(place, method) {
      const key = cart.parts.newId();
      const refused = await refusalOf(cart, (where) => cart.calls.chooseDelivery(where, key, place, method));
      if (!refused) await read(cart);
      return refused;
    },
    async paymentMethods() {
      const methods = await cart.request((where) => cart.calls.paymentMethods(where));
      cachePaymentMethods(methods);
      return methods;
    },
    whose: () => cart.request(async (where) => where),
    async confirm() {
      await read(cart);
      return !cart.sync.wantsCart;
    },
    async refresh({ force = false } = {}) {
      if (force || cart.isSyncNeeded()) await read(cart);
    },
    retry: () => void read(cart),
    dismissRefusal: (id) => cart.change((outbox) => dismissed(outbox, id)),
    async refreshAfterPayment(token) {
      await read(cart);
      return snapshotOf(await cart.parts.store.read()).token !== token || !cart.sync.wantsCart;
    },
    async removeOrdered(order, lines) {
      await cart.change((outbox) => withoutOrderedLines(outbox, order, lines, cart.parts.now()));
      void cart.flush();
    },
    async giveBack(order, lines) {
      const add = (line: CartLine & { qty: number }) =>
        entry({ kind: 'add' as const, line: bareLine(line), qty: line.qty });
      await cart.change((outbox) => givenBack(outbox, order, lines.map(add)));
      void cart.flush();
    },
    forget: ({ token, customer }) =>
      cart.change((outbox) => {
        const snapshot = snapshotOf(outbox);
        const isIt = snapshot.token === token || (customer !== undefined && snapshot.owner === customer);
        return isIt ? ordered(outbox) : outbox;
      }),
  };
}

function read(cart: CartStore): Promise<void> {
  cart.sync.wantsCart = true;
  return cart.flush();
}

/**
 * Makes a request that only the server can decide. If the response is lost, the cart is read later to learn
 * the outcome.
 */
async function refusalOf(cart: CartStore, operation: (where: Where) => Promise<void>): Promise<CodeRefusal> {
  try {
    await cart.request(operation);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const isUnheard = mayPass(error);
    // A missing cart is created again.
    if (isUnheard || error.code === 'cart_not_found') void read(cart);
    return { refused: error.code, values: error.view.values, problem: error, isUnheard };
  }
}
