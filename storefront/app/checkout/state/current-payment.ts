import type { Cents } from '@fynbos/core/money.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useState } from 'react';
import { paymentKey } from '../../cart/state/cart-order-status.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';
import { createEmitter } from '../../platform/state/store.ts';
import { onStoredElsewhere, storedValue } from '../../platform/storage/browser-storage.ts';
import { isLike } from '../../platform/storage/stored-shape.ts';

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
  /** The payment failed as far as is known: the shopper is not prompted to continue it. */
  isOver?: boolean;
}

/**
 * Whether the shopper must still be informed that nothing was charged and to try again. For an unreachable
 * provider the problem message already says so.
 */
export const leavesChargeOpen = ({ retry, code }: ProblemView): boolean =>
  retry && code !== 'payment_unavailable';

const isPayment = (value: unknown): value is CurrentPayment =>
  isLike(value, { reference: 'string', order: 'string', amount: 'number' }) &&
  typeof value.code === 'string' &&
  isProviderCode(value.code);

const storedPayment = storedValue(paymentKey, isPayment);
const removals = createEmitter();

export const currentPayment = storedPayment.read;

/**
 * Stores the payment for every page and tab of this browser; undefined removes it. A browser without storage
 * returns with the parameters that the provider adds to the URL.
 */
export function storePayment(payment: CurrentPayment | undefined): void {
  storedPayment.write(payment);
  if (!payment) removals.emit();
}

/** The payment that was in progress when this page was opened or returned to, not one started on this page. */
export function useUnfinished(): CurrentPayment | undefined {
  const [unfinished, setFound] = useState<CurrentPayment>();
  useEffect(() => {
    const refresh = () => {
      const payment = currentPayment();
      setFound(payment?.isOver ? undefined : payment);
    };
    refresh();
    const stops = [removals.subscribe(refresh), onStoredElsewhere(refresh)];
    addEventListener('pageshow', refresh);
    return () => {
      for (const stop of stops) stop();
      removeEventListener('pageshow', refresh);
    };
  }, []);
  return unfinished;
}
