import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import type { PendingEntry } from '../cart/cart-box.ts';
import type { CartView } from '../cart/cart-view.ts';
import type { ProductPageData } from '../catalogue/load-product.ts';
import type { PageChild } from '../catalogue/page-product.ts';

export type CartSeen = Pick<CartView, 'lines' | 'totals'>;

/** What happens in the shop and may be measured (accounts 7.7), as those say it to whom it happens. */
export type Happening =
  | {
      kind: 'viewed';
      page: Pick<ProductPageData, 'product' | 'brand' | 'crumbs'>;
      variant: PageChild | undefined;
    }
  /** The shopper changed the cart. */
  | { kind: 'cart'; before: CartView['lines']; entries: readonly PendingEntry[] }
  | { kind: 'checkout'; cart: CartSeen }
  /** An order is being placed; nobody has confirmed it. */
  | { kind: 'ordering'; id: string; cart: CartSeen; body: BodyOf<typeof placeOrder> }
  | { kind: 'ordered'; id: string; number: string };

let hear: ((happening: Happening) => void) | undefined;
const unheard: Happening[] = [];

/** Says that something happened. Where the operator measures nothing it is forgotten at once. */
export function announce(happening: Happening): void {
  if (hear) hear(happening);
  else if (document.documentElement.dataset.tags !== undefined) unheard.push(happening);
}

/** Hears everything from here on, and what happened before anybody listened. */
export function hearHappenings(listener: (happening: Happening) => void): void {
  hear = listener;
  for (const happening of unheard.splice(0)) listener(happening);
}
