import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { orderPath } from '../account-paths.ts';
import { ApiProblem } from '../api-problem.ts';
import { leavesChargeOpen } from '../checkout/current-payment.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import '../i18n/needs/payments-messages.ts';
import { checkoutPath, homePath, inView, orderTrackingPath, withQuery } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import type { PaymentState, Way } from './outcome.ts';
import { beginAgain, continuePayment } from './pay-on.ts';

/** What can be done about a payment, the likeliest first. */
export function PaymentWays({
  state,
  ways: all,
  isWatched,
  again,
}: {
  state: PaymentState;
  ways: readonly Way[];
  isWatched: boolean;
  again: () => void;
}) {
  const { t, locale } = useText();
  const { busy, problem, leave } = useLeaving();
  // What is being asked already need not be asked.
  const ways = all.filter((way) => way !== 'look' || !isWatched);
  const isOpen = all.includes('look');
  // Who may have paid is not pressed to.
  const look = (way: Way) => (way === ways[0] && !(way === 'continue' && isOpen) ? 'strong' : 'plain');
  return (
    <div className="grid gap-4">
      {isOpen && ways.includes('continue') && <p>{t('payments.canContinue')}</p>}
      <div data-asks className="flex flex-wrap gap-3">
        {ways.map((way) => {
          if (way === 'order')
            return (
              <ButtonLink key={way} to={orderOf(state)}>
                {t('checkout.seeOrder')}
              </ButtonLink>
            );
          if (way === 'track')
            return (
              <ButtonLink key={way} to={orderOf(state)} look="plain">
                {t('checkout.seeOrder')}
              </ButtonLink>
            );
          if (way === 'otherWay')
            return (
              <ButtonLink key={way} to={`${checkoutPath}#payment`} look={look(way)}>
                {t('checkout.otherWay')}
              </ButtonLink>
            );
          if (way === 'look')
            return (
              <Button key={way} onClick={again} look={look(way)}>
                {t('payments.lookAgain')}
              </Button>
            );
          const isNew = way === 'again';
          return (
            <Button
              key={way}
              look={look(way)}
              aria-disabled={busy || undefined}
              onClick={() => void leave(() => (isNew ? beginAgain : continuePayment)(state, locale))}
            >
              {t(busy ? 'checkout.unready' : isNew ? 'payments.tryAgain' : 'payments.continue')}
            </Button>
          );
        })}
        {ways[0] === 'order' && (
          <ButtonLink to={homePath} look="plain">
            {t('checkout.goOn')}
          </ButtonLink>
        )}
      </div>
      {problem && <Problem problem={problem} />}
    </div>
  );
}

/** Leaves for where something says; once, however often it is pressed. */
function useLeaving() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const running = useRef(false);
  const navigate = useNavigate();
  useEffect(() => {
    // Who comes back by the browser's memory finds the page as it was left.
    const back = ({ persisted }: PageTransitionEvent) => persisted && stop();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  function stop(): void {
    running.current = false;
    setBusy(false);
  }

  async function leave(find: () => Promise<string>): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const to = await find();
      if (to === checkoutPath) await navigate(to);
      else location.assign(inView(to));
    } catch (error) {
      stop();
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('unreachable'));
    }
  }

  return { busy, problem, leave };
}

function orderOf({ orderNumber, isGuests }: PaymentState): string {
  if (!isGuests) return orderPath(orderNumber);
  return withQuery(orderTrackingPath, new URLSearchParams({ number: orderNumber }));
}

/** Why it did not go on, and where the order can be looked at. */
function Problem({ problem: { view } }: { problem: ApiProblem }) {
  const { t } = useText();
  const isOfOrder = ['total_changed', 'order_lines_unavailable', 'order_empty'].includes(view.code);
  return (
    <div role="alert">
      <NoticeBox icon="warning">
        <p>{problemWords(view, t)}</p>
        {leavesChargeOpen(view) && <p>{t('checkout.notCharged')}</p>}
        {isOfOrder && (
          <ButtonLink to={`${checkoutPath}#review`} look="plain" className="justify-self-start">
            {t('payments.checkCart')}
          </ButtonLink>
        )}
      </NoticeBox>
    </div>
  );
}
