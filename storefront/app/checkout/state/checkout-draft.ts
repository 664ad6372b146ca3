import { isInCheckout } from '@fynbos/core/checkout/checkout-details.ts';
import type { CheckoutStep } from '@fynbos/core/checkout/checkout-steps.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import type { ShippingMethod } from '../../cart/sync/cart-methods.ts';
import { useStore } from '../../platform/state/store.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isRecord } from '../../platform/storage/stored-shape.ts';
import { storedStore } from '../../platform/storage/stored-store.ts';
import type { Values } from '../../ui/forms/form-values.ts';

/** The typed and chosen data of an order that is not placed yet, as its forms hold it. Never a password. */
export interface Draft {
  /** Time of the last change, in milliseconds since 1970 (spec commerce 4). */
  modifiedAt: number;
  /** The steps that are finished and unchanged since. */
  done: readonly CheckoutStep[];
  /** No product in the cart is shipped. */
  virtual?: boolean;
  personal: Values;
  shipping: Values;
  /** The shipping method, as the shop offered it. */
  way?: ShippingMethod | undefined;
  /** The shop does not know this shipping method yet: its last quote was for another one. */
  untold?: boolean;
  payment: Values;
  /** The steps are those of the customer's last order; its terms of sale were accepted then. */
  isExpress?: boolean;
  /** Id of the order this draft becomes; the same until the shop has responded (spec D5). */
  order?: string | undefined;
  /** The order being paid online, with its current payment attempt; the same until the attempt is over. */
  pending?: PendingPayment | undefined;
  /** An account for this address was requested; whether it was created may be unknown. */
  accountFor?: string | undefined;
}

export interface PendingPayment {
  /** Separate from `order`: an order saved for payment is never sent to be placed. */
  order: string;
  /** The attempt (`checkoutReference`): a repeated request with it returns the same result. */
  reference: string;
  code: ProviderCode;
}

/** Passwords are never stored; the shipping method is stored in its own field. */
const unkept = new Set(['password', 'repeated', 'way']);
const nothing: Draft = { modifiedAt: 0, done: [], personal: {}, shipping: {}, payment: {} };

/** The live draft; empty on a server and until hydration. */
export const useDraft = (): Draft => useStore(storedDraft, nothing);

export const currentDraft = (): Draft => storedDraft.get();

/** Changes the draft and stores it for the next page. */
export function changeDraft(change: Partial<Draft>): void {
  storedDraft.set({ ...currentDraft(), ...change, modifiedAt: Date.now() });
}

/** Deletes the draft after the order is placed. */
export const dropDraft = (): void => void storedDraft.set(undefined);

/** Stores the typed values of a step. A changed step must be finished again; other steps stay finished. */
export function saveTyped(
  step: CheckoutStep,
  part: 'personal' | 'shipping' | 'payment',
  typed: Values,
): void {
  const values = keepable(typed);
  const now = currentDraft();
  if (JSON.stringify(values) === JSON.stringify(now[part])) return;
  changeDraft({ [part]: values, done: now.done.filter((finished) => finished !== step) });
}

/** Marks a step as finished. */
export function finishStep(step: CheckoutStep, change: Partial<Draft> = {}): void {
  const { done } = currentDraft();
  changeDraft({ ...change, done: [...done.filter((finished) => finished !== step), step] });
}

export function keepable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unkept.has(name)));
}

const isDraft = (value: unknown): value is Draft =>
  isLike(value, {
    modifiedAt: 'number',
    done: 'list',
    personal: 'record',
    shipping: 'record',
    payment: 'record',
  }) &&
  [value.personal, value.shipping, value.payment].every(isTyped) &&
  (value.way === undefined || isLike(value.way, { carrier_code: 'string', method_code: 'string' })) &&
  [value.order, value.accountFor].every((field) => field === undefined || typeof field === 'string') &&
  (value.pending === undefined ||
    isLike(value.pending, { order: 'string', reference: 'string', code: 'string' }));

const isTyped = (values: unknown): boolean =>
  isRecord(values) && Object.values(values).every((field) => typeof field === 'string');

const storedDraft = storedStore(ownKey('current-checkout'), readDraft);

/**
 * Reads the stored draft. After thirty minutes its values are still offered, starting at the first step
 * (spec commerce 9).
 */
function readDraft(stored: unknown): Draft {
  if (!isDraft(stored)) return nothing;
  return isInCheckout(stored.modifiedAt, Date.now()) ? stored : { ...stored, done: [] };
}
