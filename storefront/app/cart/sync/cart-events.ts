import type { ApiProblemCode } from '../../platform/api/api-problem.ts';
import { createEmitter } from '../../platform/state/store.ts';

/** Cart events that produce a notice (spec commerce 8). */
export type CartEvent =
  /** `unsure` where stock is not checked and sold-out products may not be in the cart. */
  | { kind: 'added'; unsure: boolean }
  | { kind: 'updated' }
  | { kind: 'refused'; code: ApiProblemCode; values: Record<string, string | number>; sentence?: string }
  /** The browser blocks storage: unsent changes are lost when the page is closed. */
  | { kind: 'unkept' }
  /** The shop has not accepted changes for a while; they wait. */
  | { kind: 'waits' }
  /** The shop refuses this cart; it remains in this browser while the page lives. */
  | { kind: 'refusedCart' }
  /** The coupon is not valid for the customer's cart. */
  | { kind: 'couponGone'; coupon: string };

const events = createEmitter<CartEvent>();
let pendingEvents: CartEvent[] = [];

/**
 * Receives cart events, including those before the first listener.
 * @returns a function that unsubscribes
 */
export function onCartEvent(listener: (event: CartEvent) => void): () => void {
  const unsubscribe = events.subscribe(listener);
  for (const event of pendingEvents) listener(event);
  pendingEvents = [];
  return unsubscribe;
}

export function publishCartEvent(event: CartEvent): void {
  if (!events.isObserved()) pendingEvents.push(event);
  events.emit(event);
}
