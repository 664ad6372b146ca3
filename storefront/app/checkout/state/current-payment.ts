import type { Cents } from '@fynbos/core/money.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useState } from 'react';
import { paymentKey } from '../../cart/sync/cart-order-status.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';

/** The last payment started in this browser, until it is known to be paid or is abandoned. */
export interface CurrentPayment {
  reference: string;
  /** Id of the order it pays. */
  order: string;
  code: ProviderCode;
  /** Token of its cart. */
  cartToken: string;
  customer: number | undefined;
  /** Hash of the cart at that moment (`cart-hash.ts`). */
  cartHash: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  amount: Cents;
  /** The payment failed as far as is known: the shopper is not prompted to continue it. */
  isOver?: boolean;
}

/**
 * Whether the shopper must still be informed that nothing was charged and to try again. For an unreachable
 * provider the problem message already says so.
 */
export const leavesChargeOpen = ({ retry, code }: ProblemView): boolean =>
  retry && code !== 'payment_unavailable';

const listeners = new Set<() => void>();

export const currentPayment = (): CurrentPayment | undefined => readPayment(readStored());

/** Parses a stored payment; undefined if the text is not a payment. */
export function readPayment(text: string | null): CurrentPayment | undefined {
  try {
    const payment = JSON.parse(text ?? 'null') as CurrentPayment | null;
    const isWhole =
      typeof payment?.reference === 'string' &&
      typeof payment.order === 'string' &&
      typeof payment.amount === 'number' &&
      isProviderCode(payment.code);
    return isWhole ? payment : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the payment for every page and tab of this browser; undefined removes it. */
export function storePayment(payment: CurrentPayment | undefined): void {
  try {
    if (payment) localStorage.setItem(paymentKey, JSON.stringify(payment));
    else localStorage.removeItem(paymentKey);
  } catch {
    // A browser without storage returns with the parameters that the provider adds to the URL.
  }
  if (!payment) for (const listener of listeners) listener();
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
    listeners.add(refresh);
    addEventListener('storage', refresh);
    addEventListener('pageshow', refresh);
    return () => {
      listeners.delete(refresh);
      removeEventListener('storage', refresh);
      removeEventListener('pageshow', refresh);
    };
  }, []);
  return unfinished;
}

function readStored(): string | null {
  try {
    return localStorage.getItem(paymentKey);
  } catch {
    return null;
  }
}
