import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { suspendCart } from '../../cart/state/cart-order-status.ts';
import { currentDraft } from '../../checkout/state/checkout-draft.ts';
import { InstallOffer } from '../../notifications/install-offer.tsx';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { ExpectedDays } from '../../checkout/components/expected-days-loader.ts';
import { useOpenPageText } from '../../checkout/components/open-page-text.ts';
import { Downloads } from '../../checkout/downloads/downloads-loader.ts';
import { useOrderCurrency } from '../../orders/state/use-order-currency.ts';
import { orderTrackingPath } from '../../paths.ts';
import { CollectionStore } from '../../stores/components/collection-store-loader.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { awaitOutcome, concludePayment, settlePayment } from '../state/apply-payment-outcome.ts';
import {
  actionsOf,
  outcomeOf,
  type PaymentOutcome,
  type PaymentState,
  tellings,
} from '../state/payment-outcome.ts';
import type { Seen } from '../state/payment-polling.ts';
import type { ReturnHints } from '../state/provider-return-parameters.ts';
import { PaymentActions } from './payment-actions.tsx';

/**
 * The status of a payment as far as it is known, and the available actions. Changes are announced to screen
 * readers.
 */
export function PaymentSeen({
  seen,
  isWatched,
  refresh,
  returned,
}: {
  seen: Seen;
  isWatched: boolean;
  refresh: () => void;
  returned?: ReturnHints['returned'];
}) {
  const { t } = useText();
  const state = seen.kind === 'answered' ? seen.state : undefined;
  const outcome = state && outcomeOf(state, returned);
  const { icon, title, text } =
    seen.kind === 'answered' ? tellings[outcomeOf(seen.state, returned)] : messages[seen.kind];
  const openText = useOpenPageText(state?.awaited);
  useOutcome(seen, outcome);
  return (
    <div className="grid gap-6 py-6">
      <div role="status" className="grid gap-3">
        <OutcomeIcon icon={icon} isGood={title === 'payments.paid'} />
        <PageTitle>{t(title)}</PageTitle>
        {text && <p>{outcome === 'pending' && openText ? openText : t(text)}</p>}
        {state?.orderedWith && <p>{t('payments.orderedWith', { number: state.orderedWith })}</p>}
        {outcome === 'pending' && !isWatched && <p>{t('payments.watching')}</p>}
      </div>
      {state && <Facts state={state} />}
      {outcome === 'paid' && state?.downloads && <Downloads files={state.downloads} />}
      {outcome === 'paid' && <PaidNext number={state?.orderNumber} />}
      {outcome === 'paid' && <InstallOffer />}
      {state && (
        <PaymentActions
          state={state}
          actions={actionsOf(state, returned)}
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
function useOutcome(seen: Seen, outcome: PaymentOutcome | undefined): void {
  const state = seen.kind === 'answered' ? seen.state : undefined;
  useEffect(() => {
    // A payment that is not over may be confirmed at any moment, which turns the cart into an order.
    if (seen.kind === 'asking' || (state && !isOver(outcome))) awaitOutcome();
    else if (!state) suspendCart(undefined);
    else if (outcome === 'paid') void settlePayment(state).catch(() => {});
    else concludePayment(state);
  }, [seen.kind, state, outcome]);
  // A shopper who leaves before the outcome is known gets the normal cart back.
  useEffect(() => () => suspendCart(undefined), []);
}

/** A failure that only the address claims ends nothing: the payment may still be confirmed. */
const isOver = (outcome: PaymentOutcome | undefined): boolean =>
  outcome !== 'pending' && outcome !== 'review' && outcome !== 'failed';

function OutcomeIcon({ icon, isGood }: { icon: IconName; isGood: boolean }) {
  const colour = isGood ? 'bg-accent text-on-accent' : 'bg-surface-muted text-accent';
  return (
    <span className={`flex size-12 items-center justify-center rounded-full ${colour}`}>
      <Icon name={icon} className="size-7" />
    </span>
  );
}

/** The order number and the amount. */
function Facts({ state }: { state: PaymentState }) {
  const { t } = useText();
  const price = useOrderCurrency(state.currency);
  const isPaid = outcomeOf(state) === 'paid';
  return (
    <p className="tabular-nums text-lg">
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
      <div className="grid justify-items-start gap-2 border-divider border-t pt-4">
        <p>{t('payments.guestHint')}</p>
        <ButtonLink to={orderTrackingPath} variant="plain">
          {t('nav.trackOrder')}
        </ButtonLink>
      </div>
    </div>
  );
}

/**
 * The next steps of a paid order, and where it is collected. Packing and delivery appear only while this browser still
 * knows the shipping method; an order of downloads has none.
 */
function PaidNext({ number }: { number: string | undefined }) {
  const { t } = useText();
  const [shippingMethod] = useState(() => (currentDraft().virtual ? undefined : currentDraft().way));
  const [paidAt] = useState(() => new Date());
  const isCollected = shippingMethod?.needs === 'store';
  const expected = (store?: { hours: string }) =>
    shippingMethod && number ? (
      <ExpectedDays title={shippingMethod.method_title} orderedAt={paidAt} {...{ number, store }} />
    ) : null;
  return (
    <>
      {isCollected && shippingMethod.store && (
        <CollectionStore store={shippingMethod.store}>{expected}</CollectionStore>
      )}
      <section
        aria-labelledby="next"
        className="grid gap-2 rounded-petal border border-divider bg-surface p-5"
      >
        <h2 id="next" className="font-bold text-xl">
          {t('checkout.next')}
        </h2>
        <ol className="grid list-decimal gap-2 pl-5">
          <li>{t('payments.mailed')}</li>
          {shippingMethod && <li>{t('checkout.nextPacked')}</li>}
          {shippingMethod && (
            <li>
              {t(isCollected ? 'checkout.nextCollect' : 'checkout.nextDelivered')}
              {!isCollected && expected()}
            </li>
          )}
        </ol>
      </section>
    </>
  );
}
