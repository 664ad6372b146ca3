import { CartCalls } from '../../cart/sync/cart-requests.ts';
import { ShopOfTest } from '../../cart/testing/fake-shop.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { MadeOffline } from '../outbox/offline-order.ts';
import type { OrderShop, PlacedResponse } from '../outbox/send-offline-order.ts';

/** The outcome of one call on the connection to the shop. */
export type Luck = 'fine' | 'unsent' | 'lost' | 'crash';

/** The page ended: only stored data survives. */
export class Crash extends Error {}

/** A shop that accepts orders over an unreliable connection, for one order of one browser. */
export class FlakyShop {
  readonly shop = new ShopOfTest();
  /** The accepted orders by id: products and number. */
  readonly orders = new Map<string, PlacedResponse & { products: MadeOffline['body']['products'] }>();
  /** The order as stored by the browser. */
  storedOrder: MadeOffline;
  luck: () => Luck = () => 'fine';

  constructor(order: MadeOffline) {
    this.storedOrder = order;
  }

  asShop(): OrderShop {
    return {
      calls: new CartCalls(async (endpoint, { cartToken: token, key, query, body }, customer) =>
        this.#travel(() => {
          const requestOptions = { query: (query ?? {}) as never, body: (body ?? {}) as never };
          return this.shop.handle({ name: endpoint.name, token, key, customer, ...requestOptions });
        }),
      ),
      place: async (order) => this.#travel(() => this.#place(order)),
      isThere: async (id) => this.#travel(() => this.orders.has(id)),
      save: async (order) => {
        this.storedOrder = order;
      },
      now: () => 1,
    };
  }

  /** Places an order by the server's rules: one order per id, the cart is consumed, the total is compared. */
  #place({ id, cartToken, body, grandTotal }: MadeOffline): PlacedResponse {
    const before = this.orders.get(id);
    if (before) return { number: before.number, orderLink: before.orderLink };
    const cart = this.shop.cartOf(cartToken);
    if (!cart || cart.isClosed) throw new ApiProblem('cart_not_found', { status: 404 });
    const total = cart.rows.reduce((sum, { qty }) => sum + qty * 1000, 0);
    if (total !== grandTotal) throw new ApiProblem('total_changed', { status: 409 });
    const response = { number: String(this.orders.size + 1), orderLink: `${id}.secret` };
    this.orders.set(id, { ...response, products: body.products });
    this.shop.expire(cartToken);
    return response;
  }

  #travel<Result>(act: () => Result): Result {
    const luck = this.luck();
    if (luck === 'unsent') throw new ApiProblem('unreachable');
    const result = act();
    if (luck === 'lost') throw new ApiProblem('timeout');
    if (luck === 'crash') throw new Crash();
    return result;
  }
}
