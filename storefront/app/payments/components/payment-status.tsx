import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { restCart } from '../../cart/sync/cart-order-status.ts';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/payments-messages.ts';
import { useMoneyOf } from '../../orders/state/use-order-currency.ts';
import { orderTrackingPath } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { endHere, settleHere, waitHere } from '../state/apply-payment-outcome.ts';
import { actionsOf, type Outcome, outcomeOf, type PaymentState, tellings } from '../state/payment-outcome.ts';
import type { Seen } from '../state/payment-polling.ts';
import { PaidNext } from './next-steps.tsx';
import { PaymentActions } from './payment-actions.tsx';

/**
 * The status of a payment as far as it is known, and the available actions. Changes are announced to screen
 * readers.
 */
export function PaymentSeen({
  seen,
  isWatched,
  refresh,
  hasLeft = false,
}: {
  seen: Seen;
  isWatched: boolean;
  refresh: () => void;
  hasLeft?: boolean | undefined;
}) {
  const { t } = useText();
  const state = seen.kind === 'answered' ? seen.state : undefined;
  const outcome = state && outcomeOf(state, hasLeft);
  const { icon, title, text } = seen.kind === 'answered' ? tellings[outcome!] : messages[seen.kind];
  useOutcome(seen, outcome);
  return (
    <div className="grid gap-6 py-6">
      <div role="status" className="grid gap-3">
        <OutcomeIcon icon={icon} isGood={title === 'payments.paid'} />
        <PageTitle>{t(title)}</PageTitle>
        {text && <p>{t(text)}</p>}
        {outcome === 'pending' && !isWatched && <p>{t('payments.watching')}</p>}
      </div>
      {state && <Facts state={state} />}
      {outcome === 'paid' && <PaidNext />}
      {state && (
        <PaymentActions
          state={state}
          actions={actionsOf(state, hasLeft)}
          isWatched={isWatched}
          refresh={refresh}
        />
      )}
      {seen.kind === 'silent' && !isWatched && (
        <div data-asks>
          <Button onClick={refresh}>{t('payments.lookAgain')}</Button>
        </div>
      )}
      {seen.kind === 'login' && <Stranger />}
      {seen.kind === 'unknown' && (
        <ButtonLink to={orderTrackingPath} className="justify-self-start">
          {t('nav.trackOrder')}
        </ButtonLink>
      )}
    </div>
  );
}

const messages: Record<
  Exclude<Seen['kind'], 'answered'>,
  { icon: IconName; title: MessageId; text?: MessageId }
> = {
  asking: { icon: 'info', title: 'payments.title', text: 'payments.asking' },
  login: { icon: 'person', title: 'payments.title', text: 'problem.not_logged_in' },
  unknown: { icon: 'search', title: 'payments.unknown', text: 'payments.unknownText' },
  offline: { icon: 'cloudOff', title: 'payments.offline', text: 'payments.offlineText' },
  silent: { icon: 'warning', title: 'payments.silent', text: 'payments.silentText' },
};

/** Updates the payment stored in this browser when its outcome is known. */
function useOutcome(seen: Seen, outcome: Outcome | undefined): void {
  const state = seen.kind === 'answered' ? seen.state : undefined;
  useEffect(() => {
    if (seen.kind === 'asking') waitHere();
    else if (!state || outcome === 'pending' || outcome === 'review') restCart(undefined);
    else if (outcome === 'paid') void settleHere(state).catch(() => {});
    else endHere(state);
  }, [seen.kind, state, outcome]);
  // A shopper who leaves before the outcome is known gets the normal cart back.
  useEffect(() => () => restCart(undefined), []);
}

function OutcomeIcon({ icon, isGood }: { icon: IconName; isGood: boolean }) {
  const colour = isGood ? 'bg-leaf text-on-leaf' : 'bg-sunken text-leaf';
  return (
    <span className={`flex size-12 items-center justify-center rounded-full ${colour}`}>
      <Icon name={icon} className="size-7" />
    </span>
  );
}

/** The order number and the amount. */
function Facts({ state }: { state: PaymentState }) {
  const { t } = useText();
  const price = useMoneyOf(state.currency);
  const isPaid = outcomeOf(state) === 'paid';
  return (
    <p className="figures text-lg">
      {state.orderNumber && (
        <span className="font-semibold">{t('payments.forOrder', { number: state.orderNumber })}</span>
      )}
      {state.orderNumber && ' · '}
      {isPaid ? t('payments.paidAmount', { amount: price(state.amount) }) : price(state.amount)}
    </p>
  );
}

/**
 * Shown when the visitor may not see the payment. A customer logs in and returns here; a guest uses order
 * tracking.
 */
function Stranger() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  return (
    <div className="grid gap-4">
      <LoginLink next={pathname + search} />
      <div className="grid justify-items-start gap-2 border-line border-t pt-4">
        <p>{t('payments.guestHint')}</p>
        <ButtonLink to={orderTrackingPath} variant="plain">
          {t('nav.trackOrder')}
        </ButtonLink>
      </div>
    </div>
  );
}
