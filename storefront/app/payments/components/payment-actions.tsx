import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { OrderLink } from '../../checkout/components/order-link.tsx';
import { leavePayment } from '../../checkout/state/current-payment.ts';
import { cancelUnpaid } from '../../orders/state/cancel-unpaid.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { checkoutPath, homePath, inView } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import type { PaymentAction, PaymentState } from '../state/payment-outcome.ts';
import { continuePayment, retryOrderPayment } from '../state/resume-payment.ts';

/** The actions of a payment, the most likely one first. */
export function PaymentActions({
  state,
  actions: all,
  isWatched,
  refresh,
}: {
  state: PaymentState;
  actions: readonly PaymentAction[];
  isWatched: boolean;
  refresh: () => void;
}) {
  const { t, locale } = useText();
  const { busy, problem, leave } = useLeaving();
  // While the status is being polled, a button to check it is not needed.
  const shownActions = all.filter((action) => action !== 'look' || !isWatched);
  const isOpen = all.includes('look');
  const variantOf = (action: PaymentAction) => (action === shownActions[0] ? 'strong' : 'plain');
  return (
    <div className="grid gap-4">
      {isOpen && !state.awaited && shownActions.includes('continue') && <p>{t('payments.canContinue')}</p>}
      <div data-asks className="flex flex-wrap gap-3">
        {shownActions.map((action) => {
          if (action === 'order' || action === 'track')
            return (
              <OrderLink
                key={action}
                number={state.orderNumber}
                link={state.orderLink}
                isGuests={state.isGuests}
                variant={action === 'track' ? 'plain' : undefined}
              >
                {t('checkout.seeOrder')}
              </OrderLink>
            );
          if (action === 'otherWay' || action === 'startAgain')
            return (
              <CheckoutLink key={action} isNewOrder={action === 'startAgain'} variant={variantOf(action)} />
            );
          if (action === 'look')
            return (
              <Button key={action} onClick={refresh} variant={variantOf(action)}>
                {t('payments.lookAgain')}
              </Button>
            );
          if (action === 'cancel')
            return (
              <CancelButton
                key={action}
                busy={busy}
                cancel={() => void leave(() => cancelHere(state, refresh))}
              />
            );
          const isNew = action === 'again';
          return (
            <Button
              key={action}
              variant={variantOf(action)}
              aria-disabled={busy || undefined}
              onClick={() => void leave(() => (isNew ? retryOrderPayment : continuePayment)(state, locale))}
            >
              {t(busy ? 'checkout.unready' : isNew ? 'payments.tryAgain' : 'payments.continue')}
            </Button>
          );
        })}
        {shownActions[0] === 'order' && (
          <ButtonLink to={homePath} variant="plain">
            {t('checkout.goOn')}
          </ButtonLink>
        )}
      </div>
      {problem && <Problem problem={problem} />}
    </div>
  );
}

/** Leads to the payment methods, for this order or for a new one of the same cart. */
function CheckoutLink({ isNewOrder, variant }: { isNewOrder: boolean; variant: 'strong' | 'plain' }) {
  const { t } = useText();
  return (
    <ButtonLink
      to={`${checkoutPath}#payment`}
      variant={variant}
      {...(isNewOrder && { onClick: leavePayment })}
    >
      {t(isNewOrder ? 'payments.beginAgain' : 'checkout.otherWay')}
    </ButtonLink>
  );
}

function CancelButton({ busy, cancel }: { busy: boolean; cancel: () => void }) {
  const { t } = useText();
  return (
    <Button variant="plain" aria-disabled={busy || undefined} onClick={cancel}>
      {t('payments.cancelOrder')}
    </Button>
  );
}

/** Resolves an address and goes there. Repeated clicks have no further effect while it runs. */
function useLeaving() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const running = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    // A page restored from the back/forward cache still has its busy state, so it is reset.
    const back = ({ persisted }: PageTransitionEvent) => persisted && stop();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  function stop(): void {
    running.current = false;
    setBusy(false);
  }

  async function leave(find: () => Promise<string | undefined>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const to = await find();
      if (to === undefined) stop();
      else if (to === checkoutPath) await navigate(to);
      else location.assign(inView(to));
    } catch (error) {
      stop();
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('unreachable'));
    }
  }

  return { busy, problem, leave };
}

/** Cancels the unpaid order; the page stays and shows the new status. */
async function cancelHere(state: PaymentState, refresh: () => void): Promise<undefined> {
  await cancelUnpaid(state.checkoutReference);
  refresh();
}

/** Why the payment could not continue, with a link to review the order. */
function Problem({ problem: { view } }: { problem: ApiProblem }) {
  const { t } = useText();
  const isOfOrder = ['total_changed', 'order_lines_unavailable', 'order_empty'].includes(view.code);
  return (
    <div role="alert">
      <InlineNotice icon="warning">
        <p>{problemMessage(view, t)}</p>
        {isOfOrder && (
          <ButtonLink to={`${checkoutPath}#review`} variant="plain" className="justify-self-start">
            {t('payments.checkCart')}
          </ButtonLink>
        )}
      </InlineNotice>
    </div>
  );
}
