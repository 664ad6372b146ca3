import type { BodyOf } from '@fynbos/core/endpoint.ts';
import type { placeOrder } from '@fynbos/core/orders/contract.ts';
import { createEmitter } from '../state/store.ts';
import type {
  MeasuredCart,
  MeasuredCartLine,
  MeasuredChange,
  MeasuredPage,
  MeasuredVariant,
} from './event-payloads.ts';

/** Events of the shop that may be measured (spec accounts 7.7), with the data of the component where they happen. */
export type Happening =
  | {
      kind: 'viewed';
      page: MeasuredPage;
      variant: MeasuredVariant | undefined;
    }
  /** The shopper changed the cart. */
  | { kind: 'cart'; before: readonly MeasuredCartLine[]; entries: readonly MeasuredChange[] }
  | { kind: 'checkout'; cart: MeasuredCart }
  /** An order is being placed and is not confirmed yet. */
  | { kind: 'ordering'; id: string; cart: MeasuredCart; body: BodyOf<typeof placeOrder> }
  | { kind: 'ordered'; id: string; number: string };

const happenings = createEmitter<Happening>();
const unheard: Happening[] = [];

/** Announces an event. If no analytics is configured, the event is discarded at once. */
export function announceEvent(happening: Happening): void {
  if (happenings.isObserved()) happenings.emit(happening);
  else if (document.documentElement.dataset.tags !== undefined) unheard.push(happening);
}

/** Subscribes to all events, including those announced before the subscription. */
export function subscribeToEvents(listener: (happening: Happening) => void): void {
  happenings.subscribe(listener);
  for (const happening of unheard.splice(0)) listener(happening);
}
