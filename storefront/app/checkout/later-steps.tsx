import { type CheckoutStep, isVirtual } from '@fynbos/core/checkout/steps.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Refusal } from '../accounts/form-refusal.ts';
import { Shape } from '../accounts/shape.tsx';
import { announce } from '../analytics/announce.ts';
import type { ApiProblem } from '../api-problem.ts';
import { cart, cartActions } from '../cart/open-cart.ts';
import { useCart } from '../cart/use-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { homePath } from '../paths.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { currentPayment } from './current-payment.ts';
import { changeDraft, currentDraft } from './draft.ts';
import { ordersLoaded } from './order-queue.ts';
import { PaymentSummary } from './payment-summary.tsx';
import { isOrderBeingSent } from './placed.ts';
import type { StepRefusal } from './refusal-step.ts';
import { ShippingSummary } from './shipping-summary.tsx';
import { statusPathOf } from './status-path.ts';
import { StepFrame } from './step-frame.tsx';
import { showPendingOrder } from './under-way.ts';

const parts = {
  shipping: () => import('./shipping-step.tsx'),
  payment: () => import('./payment-step.tsx'),
  review: () => import('./review-step.tsx'),
  thanks: () => import('./thank-you.tsx'),
  notifier: () => import('./order-voice.tsx'),
  places: () => import('./fill-place.ts'),
  towns: () => import('./town-list.tsx'),
};
const ShippingStep = lazy(parts.shipping);
const PaymentStep = lazy(parts.payment);
const ReviewStep = lazy(parts.review);

/** The steps after the first one; they need the cart. */
export function LaterSteps({
  steps,
  open,
  isDone,
  refused,
  problem,
  onDone,
  onRefused,
}: {
  steps: readonly CheckoutStep[];
  open: CheckoutStep;
  isDone: (step: CheckoutStep) => boolean;
  refused: Refusal | undefined;
  problem: ApiProblem | undefined;
  onDone: () => void;
  onRefused: (refused: StepRefusal) => void;
}) {
  const { t } = useText();
  const virtual = useCartHere();
  useEffect(() => {
    // The network may be gone when they are needed.
    for (const load of Object.values(parts)) void load().catch(() => {});
    void showPendingOrder();
  }, []);
  return steps.slice(1).map((step) => (
    <StepFrame
      key={step}
      step={step}
      number={steps.indexOf(step) + 1}
      count={steps.length}
      open={step === open}
      done={step !== 'review' && isDone(step)}
      managesFocus={refused !== undefined || problem !== undefined}
      summary={step === 'shipping' ? <ShippingSummary /> : <PaymentSummary virtual={virtual} />}
    >
      <Suspense fallback={<Shape label={t('shop.loading')} />}>
        {step === 'shipping' && <ShippingStep refused={refused} onDone={onDone} />}
        {step === 'payment' && <PaymentStep virtual={virtual} refused={refused} onDone={onDone} />}
        {step === 'review' && <ReviewStep onRefused={onRefused} begunWith={problem} />}
      </Suspense>
    </StepFrame>
  ));
}

/**
 * Whether no product in the cart is shipped. With an empty cart the shopper gets a notice and returns to
 * the home page (spec commerce 8).
 */
function useCartHere(): boolean {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { lines, state } = useCart();
  const [isKnown, setKnown] = useState(false);
  const isEmpty = isKnown && state !== 'loading' && lines.length === 0;
  const virtual = isVirtual(lines);
  useEffect(() => {
    const first = [cartActions.refresh({ force: true }), ordersLoaded];
    void Promise.all(first).then(() => {
      setKnown(true);
      announce({ kind: 'checkout', cart: cart.view() });
    });
  }, []);
  useEffect(() => {
    if (lines.length > 0 && virtual !== (currentDraft().virtual ?? false)) changeDraft({ virtual });
  }, [lines, virtual]);
  useEffect(() => {
    if (!isEmpty || isOrderBeingSent()) return;
    // The cart may be empty because it was paid for.
    const payment = currentPayment();
    if (payment) return void navigate(statusPathOf(payment), { replace: true });
    notify({ kind: 'warning', message: t('problem.order_empty') });
    void navigate(homePath, { replace: true });
  }, [isEmpty, notify, navigate, t]);
  return virtual;
}
