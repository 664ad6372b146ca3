import {
  type CheckoutStep,
  lastStep,
  openStep,
  stepOfHash,
  stepsOf,
} from '@fynbos/core/checkout/checkout-steps.ts';
import { shop } from '@fynbos/core/shop.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { data, useLocation, useNavigate } from 'react-router';
import { loadCart } from '../cart/components/cart-loader.ts';
import { ApiProblem, type ProblemView } from '../platform/api/api-problem.ts';
import { useProfile } from '../platform/session/session-state.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/cart-messages.ts';
import '../platform/i18n/parts/checkout-messages.ts';
import { checkoutPath, placedHash } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { latePartHeaders } from '../platform/pages/late-parts.ts';
import { pageHeaders } from '../platform/pages/page-headers.ts';
import { PageHead } from '../ui/page-head.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { PersonalStep, PersonalSummary } from './components/personal-step.tsx';
import { StepFrame } from './components/step-frame.tsx';
import { changeDraft, currentDraft, type Draft, useDraft } from './state/checkout-draft.ts';
import { useUnfinished } from './state/current-payment.ts';
import { typedPassword } from './state/new-password.ts';
import { type StepRefusal, stepRefusal } from './state/order-error-step.ts';
import { showPlaced, usePlaced } from './state/placed-order.ts';

/** The server renders the frame and the first step; only the browser knows the cart. */
export const loader = () =>
  data(null, {
    headers: {
      'cache-control': 'private, no-store',
      ...latePartHeaders(['messages/account', 'messages/cart', 'messages/checkout']),
    },
  });
export const headers = pageHeaders;

/** No data is needed from a server. */
export const clientLoader = () => null;

const LaterSteps = lazy(async () => {
  const [view] = await Promise.all([import('./components/checkout-steps.lazy.tsx'), loadCart()]);
  return { default: view.LaterSteps };
});
const OrderSummary = lazy(async () => {
  const [view] = await Promise.all([import('./components/order-summary.lazy.tsx'), loadCart()]);
  return { default: view.OrderSummary };
});
const UnfinishedPayment = lazy(() => import('./components/unfinished-payment.lazy.tsx'));
const ThankYou = lazy(async () => {
  const [view] = await Promise.all([import('./components/thank-you.lazy.tsx'), loadCart()]);
  return { default: view.ThankYou };
});

/** The checkout: from the cart to an order, step by step (CHK-1). */
export default function CheckoutPage() {
  const { t } = useText();
  const alive = useHydrated();
  const placed = usePlaced();
  const [problem, setProblem] = useState<StepRefusal | ApiProblem>();
  const navigate = useNavigate();
  useOwnAddress(placed !== undefined);

  /** The order was refused: shows the steps again, at the affected one. */
  function onRefused(view: ProblemView): void {
    showPlaced(undefined);
    changeDraft({ order: undefined });
    const step = stepRefusal(view);
    setProblem(step ?? new ApiProblem(view.code, view));
    void navigate({ hash: step?.step ?? lastStep }, { replace: true });
  }

  return (
    <div className="page-width pb-16">
      <PageHead
        title={t('shop.pageTitle', { page: t('checkout.title'), shop: shop.name })}
        canonical={checkoutPath}
        noIndex
      />
      <p className="hidden py-10 font-semibold noscript:block">{t('checkout.needsScripts')}</p>
      {alive && placed ? (
        <Suspense fallback={<Waiting />}>
          <ThankYou placed={placed} onRefused={onRefused} />
        </Suspense>
      ) : (
        <Steps problem={problem} setProblem={setProblem} />
      )}
    </div>
  );
}

/** The placed order has an address of its own: a reload shows it again, while this tab remembers it. */
function useOwnAddress(isPlaced: boolean): void {
  const alive = useHydrated();
  const navigate = useNavigate();
  useEffect(() => {
    if (!alive || isPlaced === (location.hash === placedHash)) return;
    void navigate({ hash: isPlaced ? placedHash : '' }, { replace: true, preventScrollReset: true });
  }, [alive, isPlaced, navigate]);
}

function Steps({
  problem,
  setProblem,
}: {
  problem: StepRefusal | ApiProblem | undefined;
  setProblem: (problem: StepRefusal | ApiProblem | undefined) => void;
}) {
  const { t } = useText();
  const alive = useHydrated();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const draft = useDraft();
  const isCustomer = useProfile() !== undefined;
  const unfinished = useUnfinished();
  const [refusals, setRefusals] = useState(0);
  const steps = stepsOf({ virtual: draft.virtual ?? false });
  const open = alive ? openStep(steps, isDone(draft, isCustomer), stepOfHash(hash)) : 'personal-details';
  const refused = problem instanceof ApiProblem ? undefined : problem;
  const openRefusal = refused?.step === open ? refused.refusal : undefined;
  useEffect(() => {
    const isElsewhere = stepOfHash(hash) !== undefined && hash !== `#${open}`;
    if (alive && isElsewhere) void navigate({ hash: open }, { replace: true });
  }, [alive, hash, open, navigate]);

  /** Goes to the first unfinished step. */
  function goOn(how: { replace?: boolean } = {}): void {
    setProblem(undefined);
    const next = openStep(steps, isDone(currentDraft(), isCustomer), lastStep);
    void navigate({ hash: next }, how);
  }

  function onRefused(refusal: StepRefusal): void {
    const { done } = currentDraft();
    changeDraft({ done: done.filter((step) => step !== refusal.step) });
    setProblem(refusal);
    setRefusals((count) => count + 1);
    void navigate({ hash: refusal.step });
  }

  return (
    <>
      <PageTitle>{t('checkout.title')}</PageTitle>
      {unfinished && (
        <Suspense fallback={<div className="mt-4 h-36 max-w-3xl rounded-petal bg-surface-muted" />}>
          <UnfinishedPayment payment={unfinished} />
        </Suspense>
      )}
      <div className="mt-2 grid grid-cols-1 items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_23rem] noscript:hidden">
        <aside aria-label={t('cart.summary')} className="min-h-14 lg:sticky lg:top-4 lg:order-last">
          {alive && (
            <Suspense fallback={<div className="h-12 rounded-petal bg-surface-muted" />}>
              <OrderSummary reviewing={open === lastStep} />
            </Suspense>
          )}
        </aside>
        <div className="min-w-0">
          <StepFrame
            step="personal-details"
            number={1}
            count={steps.length}
            open={open === 'personal-details'}
            done={isDone(draft, isCustomer)('personal-details')}
            managesFocus={openRefusal !== undefined}
            summary={<PersonalSummary />}
          >
            <PersonalStep
              key={openRefusal ? 'refused' : 'first'}
              refused={openRefusal}
              onDone={() => goOn()}
            />
          </StepFrame>
          {alive && (
            <Suspense fallback={<Waiting />}>
              <LaterSteps
                steps={steps}
                open={open}
                isDone={isDone(draft, isCustomer)}
                refused={openRefusal}
                refusals={refusals}
                problem={problem instanceof ApiProblem ? problem : undefined}
                onDone={() => goOn()}
                onKnown={() => goOn({ replace: true })}
                onRefused={onRefused}
              />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

/**
 * Passwords are not stored. After a reload the password is requested again if an account is still to be
 * created.
 */
const isDone =
  ({ done, personal }: Draft, isCustomer: boolean) =>
  (step: CheckoutStep): boolean => {
    if (!done.includes(step)) return false;
    const needsPassword = step === 'personal-details' && personal.createAccount !== undefined && !isCustomer;
    return !needsPassword || typedPassword() !== '';
  };

function Waiting() {
  const { t } = useText();
  return (
    <div role="status" className="grid min-h-24 content-start gap-3 py-5 noscript:hidden">
      <span className="sr-only">{t('shop.loading')}</span>
      <div className="h-8 rounded-petal bg-surface-muted" />
    </div>
  );
}
