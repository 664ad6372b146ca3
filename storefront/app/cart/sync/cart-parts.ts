import type { CartRules } from '@fynbos/core/cart/cart-rules.ts';
import type { OutboxQueue } from '../../platform/outbox/outbox-queue.ts';
import type { CartEvent } from './cart-events.ts';
import type { CartSnapshot, PendingEntry } from './cart-outbox.ts';
import type { CallCart } from './cart-requests.ts';
import type { CartView } from './cart-view.ts';
import type { SeenFrom } from './derive-cart-view.ts';

/** Switches of the operator that decide which changes are allowed. */
interface ChangeRules extends CartRules {
  /** Stock is checked live; otherwise it is uncertain. */
  stockSync: boolean;
}

/** The dependencies of a cart; a browser and a test provide their own. */
export interface CartParts {
  /** It sends with `CartSync.step` of the cart. */
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
