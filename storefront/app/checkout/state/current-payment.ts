import type { ResultOf } from '@fynbos/core/endpoint.ts';
import type { Cents } from '@fynbos/core/money.ts';
import type { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useState } from 'react';
import { paymentKey } from '../../cart/state/cart-order-status.ts';
import { createEmitter, subscribeToAll } from '../../platform/state/store.ts';
import { onStoredElsewhere, storedValue } from '../../platform/storage/browser-storage.ts';
import { ownKey } from '../../platform/storage/store-view-storage.ts';
import { isLike, isListOf, type Shape } from '../../platform/storage/stored-shape.ts';
import { changeDraft } from './checkout-draft.ts';

/** The last payment started in this browser, until it is known to be paid or is abandoned. */
export interface CurrentPayment {
  reference: string;
  /** Id of the order it pays. */
  order: string;
  code: ProviderCode;
  /** Token of its cart. */
  cartToken: string;
  customer: number | undefined;
  /** Hash of the cart at that moment (`cartHash`). */
  cartHash: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  amount: Cents;
  /** The coupon of the order. */
  coupon?: string | undefined;
  /** Its outcome is known: the shopper is not prompted to continue it. */
  isOver?: boolean;
  /** Its order can no longer be paid: no page mentions it. */
  isEnded?: boolean;
  /** The products of its order. */
  skus?: readonly string[];
}

const isPayment = (value: unknown): value is CurrentPayment =>
  isLike(value, { reference: 'string', order: 'string', amount: 'number' }) &&
  typeof value.code === 'string' &&
  isProviderCode(value.code);

const arePayments: Shape<CurrentPayment[]> = (value) => isListOf<CurrentPayment>(value, isPayment);

const storedPayment = storedValue(paymentKey, isPayment);
/** The last payments of this browser, the newest first: a shopper may pay one that was not started last. */
const storedPayments = storedValue(ownKey('started-payments'), arePayments);
const maxPayments = 10;
const endings = createEmitter();

export const currentPayment = storedPayment.read;

function startedPayments(): CurrentPayment[] {
  const [current, started] = [storedPayment.read(), storedPayments.read() ?? []];
  return current ? [current, ...started.filter(({ reference }) => reference !== current.reference)] : started;
}

/** @param ref id of the payment or of its order */
export const findStartedPayment = (ref: string): CurrentPayment | undefined =>
  startedPayments().find(({ reference, order }) => ref === reference || ref === order);

/**
 * Stores the payment for every page and tab of this browser; undefined ends it, and its status stays visible.
 * A browser without storage returns with the parameters that the provider adds to the URL.
 */
export function storePayment(payment: CurrentPayment | undefined): void {
  storedPayments.write(startedPayments().slice(0, maxPayments));
  storedPayment.write(payment);
  if (!payment || payment.isOver) endings.emit();
}

/** Ends a payment whose outcome is known; its status stays visible. */
export function endPayment(payment: CurrentPayment): void {
  const over = { ...payment, isOver: true };
  const isIt = ({ reference }: CurrentPayment) => reference === payment.reference;
  storedPayments.write(startedPayments().map((started) => (isIt(started) ? over : started)));
  const current = currentPayment();
  if (current && isIt(current)) storePayment(over);
}

/** Whether its order can no longer be paid and no money may be on its way. */
export const hasEnded = ({ isOrdered, canPay, status }: ResultOf<typeof paymentStatus>): boolean =>
  !isOrdered && !canPay && status !== 'review' && status !== 'pending';

/** Leaves the payment of this cart: the next one pays a new order, which replaces the order left. */
export function leavePayment(): void {
  changeDraft({ pending: undefined });
  storePayment(undefined);
}

/** The payment in progress when this page was opened or returned to, not one started on this page. */
export function useUnfinished(): CurrentPayment | undefined {
  const payment = useCurrentPayment();
  return payment?.isOver ? undefined : payment;
}

/** The last payment when this page was opened or returned to; its order may be unpaid although it is over. */
export function useCurrentPayment(): CurrentPayment | undefined {
  const [payment, setPayment] = useState<CurrentPayment>();
  useEffect(() => {
    const refresh = () => setPayment(currentPayment());
    refresh();
    const unsubscribe = subscribeToAll(endings.subscribe, onStoredElsewhere)(refresh);
    addEventListener('pageshow', refresh);
    return () => {
      unsubscribe();
      removeEventListener('pageshow', refresh);
    };
  }, []);
  return payment;
}
