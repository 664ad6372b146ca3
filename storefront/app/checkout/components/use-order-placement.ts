import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CartView } from '../../cart/sync/cart-view.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { type Doing, type OrderOutcome, placeOrderOf, seenNow } from '../outbox/place-order.ts';
import { changeDraft } from '../state/checkout-draft.ts';
import { currentPayment } from '../state/current-payment.ts';
import { changesBetween } from '../state/order-changes.ts';
import { type StepRefusal, stepRefusal } from '../state/order-error-step.ts';
import { paymentPathOf } from '../state/payment-paths.ts';

interface PlacementState {
  doing?: Doing | undefined;
  /** Why the order was refused. */
  problem?: ApiProblem | undefined;
  /** The cart as shown before it changed. */
  changed?: CartView | undefined;
  /** Why the order is not queued. */
  notQueued?: MessageId | undefined;
}

/**
 * Places one order, however often the button is pressed.
 * @param onRefused another step must be corrected
 * @param begunWith why the order was refused before
 */
export function useOrderPlacement(
  onRefused: (refused: StepRefusal) => void,
  begunWith: ApiProblem | undefined,
) {
  const { locale } = useText();
  const [state, setState] = useState<PlacementState>({ problem: begunWith });
  const change = (part: PlacementState) => setState((now) => ({ ...now, ...part }));
  const running = useRef(false);
  const navigate = useNavigate();
  useReturn(stop);

  function stop(): void {
    running.current = false;
    change({ doing: undefined });
  }

  async function place(shown: CartView): Promise<void> {
    if (running.current) return;
    running.current = true;
    change({ problem: undefined, changed: undefined, notQueued: undefined });
    const report = (doing: Doing) => change({ doing });
    const outcome = await placeOrderOf(shown, locale, report).catch((error: unknown) => {
      stop();
      throw error;
    });
    // The redirect notice stays until the page unloads.
    if (outcome.kind === 'leaving') return;
    stop();
    handleOutcome(outcome, shown);
  }

  /** For a taken order, `placeOrderOf` has already shown the thank-you page. An empty cart shows itself. */
  function handleOutcome(outcome: OrderOutcome, shown: CartView): void {
    if (outcome.kind === 'unkept') change({ notQueued: 'checkout.notQueuedText' });
    else if (outcome.kind === 'beingPaid') change({ notQueued: 'checkout.beingPaid' });
    else if (outcome.kind === 'changed') change({ changed: shown });
    else if (outcome.kind === 'unavailable') change({ problem: new ApiProblem('order_lines_unavailable') });
    else if (outcome.kind === 'refused') handleRefusal(outcome.problem, shown);
  }

  function handleRefusal(refused: ApiProblem, shown: CartView): void {
    // A refused order is over: the next attempt is a new order.
    changeDraft({ order: undefined });
    const begun = currentPayment();
    if (refused.code === 'order_paid' && begun) return void navigate(paymentPathOf(begun.order));
    const isSeen = refused.code === 'total_changed' && changesBetween(shown, seenNow()).length > 0;
    const step = stepRefusal(refused.view);
    if (isSeen) change({ changed: shown });
    else if (step) onRefused(step);
    else change({ problem: refused });
  }

  return { state, place, dismissChange: () => change({ changed: undefined }) };
}

/** A page restored from the back/forward cache still shows the busy state; this resets it. */
function useReturn(stop: () => void): void {
  const latestStop = useRef(stop);
  latestStop.current = stop;
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && latestStop.current();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}
