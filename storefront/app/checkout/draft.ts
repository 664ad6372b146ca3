import { isInCheckout } from '@fynbos/core/checkout/details.ts';
import type { CheckoutStep } from '@fynbos/core/checkout/steps.ts';
import type { ProviderCode } from '@fynbos/core/payments/providers.ts';
import { useSyncExternalStore } from 'react';
import type { Values } from '../accounts/form-checks.ts';
import type { DeliveryWay } from '../cart/cart-doing.ts';
import { ownKey } from '../kept-here.ts';
import { isLike, isRecord, parsed } from '../kept-shape.ts';

/** What was typed and chosen of an order that is not placed yet, as its forms hold it. Never a password. */
export interface Draft {
  /** When it was changed last, in milliseconds since 1970 (commerce 4). */
  modifiedAt: number;
  /** The steps that were finished, and not changed since. */
  done: readonly CheckoutStep[];
  /** Nothing of the cart has to be delivered. */
  virtual?: boolean;
  personal: Values;
  shipping: Values;
  /** How the order comes, as the shop offered it. */
  way?: DeliveryWay | undefined;
  /** The shop has not heard of that way: what it said of delivery last was of another. */
  untold?: boolean;
  payment: Values;
  /** The id of the order that this becomes; the same until it was answered (decision 5). */
  order?: string | undefined;
  /** The order that is being paid online: its id, and the attempt that is under way; the same until it is over. */
  pending?: PendingPayment | undefined;
  /** An account for this address was asked for; whether it was made may be unknown. */
  accountFor?: string | undefined;
}

export interface PendingPayment {
  /** Apart from `order`: what is saved to be paid is never sent to be placed. */
  order: string;
  /** The attempt (`checkoutReference`): asked for again, it answers the same. */
  reference: string;
  code: ProviderCode;
}

const key = ownKey('current-checkout');
/** Passwords are never kept; how the order comes is kept beside what was typed. */
const unkept = new Set(['password', 'repeated', 'way']);
const nothing: Draft = { modifiedAt: 0, done: [], personal: {}, shipping: {}, payment: {} };

const listeners = new Set<() => void>();
let draft: Draft | undefined;

export function currentDraft(): Draft {
  draft ??= read();
  return draft;
}

/** The draft, live; empty on a server and until the page is alive. */
export function useDraft(): Draft {
  return useSyncExternalStore(onDraft, currentDraft, () => nothing);
}

function onDraft(listener: () => void): () => void {
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== null && event.key !== key) return;
    draft = undefined;
    listener();
  };
  listeners.add(listener);
  // Another tab, or a logout (accounts 4.1).
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', elsewhere);
  };
}

/** Changes the draft, and keeps it for the next page. */
export function changeDraft(change: Partial<Draft>): void {
  draft = { ...currentDraft(), ...change, modifiedAt: Date.now() };
  keep(JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** Nothing is left of it: the order is placed. */
export function dropDraft(): void {
  draft = nothing;
  keep(undefined);
  for (const listener of listeners) listener();
}

/** What was typed into a step. What changed in it has to be finished again; other steps stay as they are. */
export function keepTyped(
  step: CheckoutStep,
  part: 'personal' | 'shipping' | 'payment',
  typed: Values,
): void {
  const values = keepable(typed);
  const now = currentDraft();
  if (JSON.stringify(values) === JSON.stringify(now[part])) return;
  changeDraft({ [part]: values, done: now.done.filter((one) => one !== step) });
}

/** A step is finished as it was typed. */
export function finishStep(step: CheckoutStep, change: Partial<Draft> = {}): void {
  const { done } = currentDraft();
  changeDraft({ ...change, done: [...done.filter((one) => one !== step), step] });
}

export function keepable(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unkept.has(name)));
}

const isDraft = (kept: unknown): kept is Draft =>
  isLike(kept, {
    modifiedAt: 'number',
    done: 'list',
    personal: 'record',
    shipping: 'record',
    payment: 'record',
  }) &&
  [kept.personal, kept.shipping, kept.payment].every(isTyped) &&
  (kept.way === undefined || isLike(kept.way, { carrier_code: 'string', method_code: 'string' })) &&
  [kept.order, kept.accountFor].every((one) => one === undefined || typeof one === 'string') &&
  (kept.pending === undefined ||
    isLike(kept.pending, { order: 'string', reference: 'string', code: 'string' }));

const isTyped = (values: unknown): boolean =>
  isRecord(values) && Object.values(values).every((one) => typeof one === 'string');

/** What was kept. After thirty minutes it is offered still, from the first step on (commerce 9). */
function read(): Draft {
  try {
    const known = parsed(localStorage.getItem(key), isDraft);
    if (!known) return nothing;
    return isInCheckout(known.modifiedAt, Date.now()) ? known : { ...known, done: [] };
  } catch {
    return nothing;
  }
}

/** A browser that keeps nothing has its draft while the page lives. */
function keep(text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Full or forbidden.
  }
}
