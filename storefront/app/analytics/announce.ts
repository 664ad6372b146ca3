import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { PendingEntry } from '../cart/cart-box.ts';
import type { CartView } from '../cart/cart-view.ts';
import type { ProductPageData } from '../catalogue/load-product.ts';
import type { PageChild } from '../catalogue/page-product.ts';

export type CartSeen = Pick<CartView, 'lines' | 'totals'>;

/** Events of the shop that may be measured (spec accounts 7.7), with the data of the component where they happen. */
export type Happening =
  | {
      kind: 'viewed';
      page: Pick<ProductPageData, 'product' | 'brand' | 'crumbs'>;
      variant: PageChild | undefined;
    }
  /** The shopper changed the cart. */
  | { kind: 'cart'; before: CartView['lines']; entries: readonly PendingEntry[] }
  | { kind: 'checkout'; cart: CartSeen }
  /** An order is being placed and is not confirmed yet. */
  | { kind: 'ordering'; id: string; cart: CartSeen; body: BodyOf<typeof placeOrder> }
  | { kind: 'ordered'; id: string; number: string };

let subscriber: ((happening: Happening) => void) | undefined;
const unheard: Happening[] = [];

/** Announces an event. If no analytics is configured, the event is discarded at once. */
export function announce(happening: Happening): void {
  if (subscriber) subscriber(happening);
  else if (document.documentElement.dataset.tags !== undefined) unheard.push(happening);
}

/** Subscribes to all events, including those announced before the subscription. */
export function subscribeToHappenings(listener: (happening: Happening) => void): void {
  subscriber = listener;
  for (const happening of unheard.splice(0)) listener(happening);
}
