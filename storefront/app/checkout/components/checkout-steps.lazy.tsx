import { type CheckoutStep, isVirtual, lastStep } from '@fynbos/core/checkout/checkout-steps.ts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { cart, cartActions } from '../../cart/state/current-cart.ts';
import { useCart } from '../../cart/state/use-cart.ts';
import { announceEvent } from '../../platform/analytics/shop-events.ts';
import type { ApiProblem } from '../../platform/api/api-problem.ts';
import { warnOnce } from '../../platform/browser/warn-once.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useSession } from '../../platform/session/session-state.ts';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import { LoadingPlaceholder } from '../../ui/loading/loading-placeholder.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { homePath } from '../../paths.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { showPendingOrder, startOrders } from '../outbox/order-queue.ts';
import { changeDraft, currentDraft } from '../state/checkout-draft.ts';
import { currentPayment } from '../state/current-payment.ts';
import type { StepRefusal } from '../state/order-error-step.ts';
import { statusPathOf } from '../state/payment-paths.ts';
import { isOrderBeingSent } from '../state/placed-order.ts';
import { StepFrame } from './step-frame.tsx';

const parts = {
  shipping: () => import('./shipping-step.lazy.tsx'),
  towns: () => import('../../accounts/state/town-lookup.lazy.ts'),
  review: () => import('./review-step.lazy.tsx'),
  thanks: () => import('./thank-you.lazy.tsx'),
  notifier: () => import('./order-notifier.lazy.tsx'),
};
const ShippingStep = lazy(parts.shipping);
const ShippingSummary = lazy(async () => ({ default: (await parts.shipping()).ShippingSummary }));
const ReviewStep = lazy(parts.review);

/** The steps after the first one; they need the cart. */
export function LaterSteps({
  steps,
  open,
  isDone,
  refused,
  refusals,
  problem,
  onDone,
  onKnown,
  onRefused,
}: {
  steps: readonly CheckoutStep[];
  open: CheckoutStep;
  isDone: (step: CheckoutStep) => boolean;
  refused: FormRefusal | undefined;
  /** Counts the refusals: the last step begins again with each one. */
  refusals: number;
  problem: ApiProblem | undefined;
  onDone: () => void;
  /** Steps were finished without the shopper. */
  onKnown: () => void;
  onRefused: (refused: StepRefusal) => void;
}) {
  const { t } = useText();
  const { virtual, isFilled } = useCartHere();
  useKnownSteps(isFilled, onKnown);
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
      done={step !== lastStep && isDone(step)}
      managesFocus={refused !== undefined || problem !== undefined}
      summary={
        <Suspense>
          <ShippingSummary />
        </Suspense>
      }
    >
      <Suspense fallback={<LoadingPlaceholder label={t('shop.loading')} />}>
        {step === 'shipping' ? (
          <ShippingStep refused={refused} onDone={onDone} />
        ) : (
          <ReviewStep
            key={refusals}
            virtual={virtual}
            refused={refused}
            begunWith={problem}
            onRefused={onRefused}
          />
        )}
      </Suspense>
    </StepFrame>
  ));
}

/**
 * When the checkout opens without the name of a step: finishes the steps that need no input of this customer, and
 * opens the first unfinished one. A shopper who is already typing is not interrupted.
 */
function useKnownSteps(isCartFilled: boolean, onKnown: () => void): void {
  const session = useSession();
  const profile = 'profile' in session ? session.profile : undefined;
  const { hash } = useLocation();
  // The shopper may be on the way to another page.
  const isHere = useNavigation().state === 'idle' && hash === '';
  const shopper = session.state !== 'starting' && isCartFilled ? (profile?.id ?? 'guest') : undefined;
  const decidedFor = useRef<typeof shopper>(undefined);
  const latest = useRef({ isHere, onKnown });
  latest.current = { isHere, onKnown };
  useEffect(() => {
    if (shopper === undefined || decidedFor.current === shopper) return;
    decidedFor.current = shopper;
    const isTyping = () => document.activeElement?.matches('main form :is(input, select)');
    const isWanted = () => latest.current.isHere && !isTyping();
    const goOn = () => isWanted() && currentDraft().done.length > 0 && latest.current.onKnown();
    if (!profile || !isWanted() || !navigator.onLine) return void goOn();
    import('../state/express-checkout.lazy.ts')
      .then(({ finishKnownSteps }) => finishKnownSteps(profile, isWanted))
      .then(goOn, (error) => warnOnce('The steps of the last order cannot be finished', error));
  }, [shopper, profile]);
}

/**
 * Whether no product in the cart is shipped. With an empty cart the shopper gets a notice and returns to
 * the home page (spec commerce 8).
 */
function useCartHere(): { virtual: boolean; isFilled: boolean } {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const { lines, state } = useCart();
  const [isKnown, setKnown] = useState(false);
  const isEmpty = isKnown && state !== 'loading' && lines.length === 0;
  const virtual = isVirtual(lines);
  useEffect(() => {
    const first = [cartActions.refresh({ force: true }), startOrders()];
    void Promise.all(first).then(() => {
      setKnown(true);
      announceEvent({ kind: 'checkout', cart: cart.view() });
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
  return { virtual, isFilled: isKnown && lines.length > 0 };
}
