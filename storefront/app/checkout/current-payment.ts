import type { Cents } from '@fynbos/core/money.ts';
import { isProviderCode, type ProviderCode } from '@fynbos/core/payments/providers.ts';
import { useEffect, useState } from 'react';
import type { ProblemView } from '../api-problem.ts';
import { paymentKey } from '../cart/spent-carts.ts';

/** The payment this browser began last, until it is known to be paid, or given up. */
export interface CurrentPayment {
  reference: string;
  /** The id of the order it pays. */
  order: string;
  code: ProviderCode;
  /** What opens its cart. */
  cartToken: string;
  customer: number | undefined;
  /** Of the cart as it was (`cart-keys.ts`). */
  cartHash: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
  amount: Cents;
  /** It came to nothing, as far as is known: nobody is asked to go on with it. */
  isOver?: boolean;
}

/**
 * Whether whoever wanted to pay is still to be told that nothing was charged, and to try again: of a provider that does not answer the
 * refusal says so itself.
 */
export const leavesChargeOpen = ({ retry, code }: ProblemView): boolean =>
  retry && code !== 'payment_unavailable';

const listeners = new Set<() => void>();

export const currentPayment = (): CurrentPayment | undefined => readPayment(kept());

/** What was kept as text; undefined for what is no payment. */
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

/** Keeps it for every page and tab of this browser; without one, forgets it. */
export function keepPayment(payment: CurrentPayment | undefined): void {
  try {
    if (payment) localStorage.setItem(paymentKey, JSON.stringify(payment));
    else localStorage.removeItem(paymentKey);
  } catch {
    // A browser that keeps nothing comes back with what the provider adds to the address.
  }
  if (!payment) for (const listener of listeners) listener();
}

/** The payment that was under way when this page was opened, or come back to; not one it begins itself. */
export function useUnfinished(): CurrentPayment | undefined {
  const [found, setFound] = useState<CurrentPayment>();
  useEffect(() => {
    const look = () => {
      const payment = currentPayment();
      setFound(payment?.isOver ? undefined : payment);
    };
    look();
    listeners.add(look);
    addEventListener('storage', look);
    addEventListener('pageshow', look);
    return () => {
      listeners.delete(look);
      removeEventListener('storage', look);
      removeEventListener('pageshow', look);
    };
  }, []);
  return found;
}

function kept(): string | null {
  try {
    return localStorage.getItem(paymentKey);
  } catch {
    return null;
  }
}
