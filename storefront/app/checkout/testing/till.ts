import { ApiProblem } from '../../api-problem.ts';
import { CartCalls } from '../../cart/cart-calls.ts';
import { ShopOfTest } from '../../cart/testing/shop-of-test.ts';
import type { MadeOffline } from '../offline-order.ts';
import type { OrderShop } from '../send-offline.ts';

/** What the line to the shop does to one call. */
export type Luck = 'fine' | 'unsent' | 'lost' | 'crash';

/** The page ended: nothing that was not written down is known any more. */
export class Crash extends Error {}

/** A shop that takes orders, behind a line that lies, for one order of one browser. */
export class Till {
  readonly shop = new ShopOfTest();
  /** The orders it took, by id: what was ordered, and their numbers. */
  readonly orders = new Map<string, { number: string; products: MadeOffline['body']['products'] }>();
  /** What the browser has written down. */
  kept: MadeOffline;
  luck: () => Luck = () => 'fine';

  constructor(order: MadeOffline) {
    this.kept = order;
  }

  asShop(): OrderShop {
    return {
      calls: new CartCalls(async (endpoint, { cartToken: token, key, query, body }, customer) =>
        this.#travel(() => {
          const asked = { query: (query ?? {}) as never, body: (body ?? {}) as never };
          return this.shop.answer({ name: endpoint.name, token, key, customer, ...asked });
        }),
      ),
      place: async (order) => this.#travel(() => this.#place(order)),
      isThere: async (id) => this.#travel(() => this.orders.has(id)),
      keep: async (order) => {
        this.kept = order;
      },
      now: () => 1,
    };
  }

  /** By the rules of the real one: an id once, the cart used up, what was shown compared. */
  #place({ id, cartToken, body, grandTotal }: MadeOffline): string {
    const before = this.orders.get(id);
    if (before) return before.number;
    const cart = this.shop.cartOf(cartToken);
    if (!cart || cart.gone) throw new ApiProblem('cart_not_found', { status: 404 });
    const total = cart.rows.reduce((sum, { qty }) => sum + qty * 1000, 0);
    if (total !== grandTotal) throw new ApiProblem('total_changed', { status: 409 });
    const number = String(this.orders.size + 1);
    this.orders.set(id, { number, products: body.products });
    this.shop.expire(cartToken);
    return number;
  }

  #travel<Answer>(act: () => Answer): Answer {
    const luck = this.luck();
    if (luck === 'unsent') throw new ApiProblem('unreachable');
    const answer = act();
    if (luck === 'lost') throw new ApiProblem('timeout');
    if (luck === 'crash') throw new Crash();
    return answer;
  }
}
