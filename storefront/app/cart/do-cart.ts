import { lineKey } from '@fynbos/core/cart/line.ts';
import { type CartRules, cartProblem } from '@fynbos/core/cart/may-be-added.ts';
import { largestQuantity } from '@fynbos/core/stock/quantity.ts';
import { ApiProblem } from '../api-problem.ts';
import { mayPass } from '../offline/may-pass.ts';
import { dismissed, keptOf, ordered } from './cart-box.ts';
import type { CodeKind, Where } from './cart-calls.ts';
import type { CartDoing, CodeAnswer } from './cart-doing.ts';
import type { CartKeeper } from './cart-keeper.ts';
import { bareLine, type CartLine, type NewLine } from './cart-line.ts';
import type { CartViewLine } from './cart-view.ts';
import { keepPayments, keepWays } from './kept-ways.ts';
import { givenBack, takenOut } from './ordered-lines.ts';

/** What the operator switched. */
export interface DoingRules extends CartRules {
  /** Stock is asked for live; off, nobody is sure of it. */
  stockSync: boolean;
}

/** What can be done to a cart. */
export function doingOf(cart: CartKeeper, rules: () => DoingRules): CartDoing {
  const lineOf = (key: string) => cart.view().lines.find((line) => line.key === key);
  const entry = <Of extends object>(of: Of) => ({ id: cart.parts.newId(), at: cart.parts.now(), ...of });
  const putBack = (lines: readonly CartViewLine[]) => () =>
    cart.append(...lines.map((line) => entry({ kind: 'add' as const, line: bareLine(line), qty: line.qty })));

  /** Says what is wrong with so many of a line. */
  function refuses(line: CartLine & Partial<NewLine>, qty: number): boolean {
    const { status = 1, configured = true, unit: price, inStock, available } = line;
    const candidate = { status, configured, price, inStock, available: available ?? undefined };
    const code = cartProblem(candidate, qty, rules());
    if (code) cart.parts.news({ kind: 'refused', code, values: { maxQuantity: available ?? 0 } });
    return code !== undefined;
  }

  async function apply(kind: CodeKind, code: string): Promise<CodeAnswer> {
    return answered(cart, async (where) => {
      const known = await cart.sync.code(where, kind, code);
      await cart.sync.confirm(where, undefined, known);
    });
  }

  return {
    async add(line, qty) {
      const there = lineOf(lineKey(line))?.qty ?? 0;
      if (refuses(line, Math.min(there + qty, largestQuantity))) return false;
      await cart.append(entry({ kind: 'add' as const, line: bareLine(line), qty }));
      cart.parts.news({ kind: 'added', unsure: !rules().stockSync && !rules().outOfStock });
      return true;
    },
    async setQuantity(key, qty) {
      const line = lineOf(key);
      if (!line || line.qty === qty) return;
      if (qty <= 0) return cart.append(entry({ kind: 'remove' as const, key }));
      // Fewer is always allowed: that is the way out when some of it is sold.
      if (qty > line.qty && refuses(line, qty)) return;
      await cart.append(entry({ kind: 'set' as const, key, qty: Math.min(qty, largestQuantity) }));
      cart.parts.news({ kind: 'updated' });
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
      cart.parts.news({ kind: 'updated' });
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
    async deliveryWays(place) {
      const ways = await cart.ask((where) => cart.calls.deliveryWays(where, place));
      keepWays(place, ways);
      return ways;
    },
    async chooseDelivery(place, way) {
      const key = cart.parts.newId();
      const refused = await answered(cart, (where) => cart.calls.chooseDelivery(where, key, place, way));
      if (!refused) await read(cart);
      return refused;
    },
    async paymentWays() {
      const ways = await cart.ask((where) => cart.calls.paymentWays(where));
      keepPayments(ways);
      return ways;
    },
    whose: () => cart.ask(async (where) => where),
    async confirm() {
      await read(cart);
      return !cart.sync.wantsCart;
    },
    async refresh({ force = false } = {}) {
      if (force || cart.isSyncNeeded()) await read(cart);
    },
    tryAgain: () => void read(cart),
    dismissRefusal: (id) => cart.change((box) => dismissed(box, id)),
    async takePaid(token) {
      await read(cart);
      return keptOf(await cart.parts.store.read()).token !== token || !cart.sync.wantsCart;
    },
    async takeOut(order, lines) {
      await cart.change((box) => takenOut(box, order, lines, cart.parts.now()));
      void cart.wake();
    },
    async giveBack(order, lines) {
      const add = (line: CartLine & { qty: number }) =>
        entry({ kind: 'add' as const, line: bareLine(line), qty: line.qty });
      await cart.change((box) => givenBack(box, order, lines.map(add)));
      void cart.wake();
    },
    forget: ({ token, customer }) =>
      cart.change((box) => {
        const kept = keptOf(box);
        const isIt = kept.token === token || (customer !== undefined && kept.owner === customer);
        return isIt ? ordered(box) : box;
      }),
  };
}

function read(cart: CartKeeper): Promise<void> {
  cart.sync.wantsCart = true;
  return cart.wake();
}

/** Asks for something that the server alone decides. What became of it unheard is read when that is possible. */
async function answered(cart: CartKeeper, question: (where: Where) => Promise<void>): Promise<CodeAnswer> {
  try {
    await cart.ask(question);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    const isUnheard = mayPass(error);
    // A cart that is gone is made again.
    if (isUnheard || error.code === 'cart_not_found') void read(cart);
    return { refused: error.code, values: error.view.values, problem: error, isUnheard };
  }
}
