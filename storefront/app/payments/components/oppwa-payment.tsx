import { useCallback, useEffect } from 'react';
import { statusPathOf } from '../../checkout/state/payment-paths.ts';
import {
  type RedirectTarget,
  requestRedirect,
  storedRedirect,
} from '../../checkout/state/payment-redirect.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { reloadPage } from '../../platform/browser/reload-page.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useAsyncData } from '../../ui/loading/async-content.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { writtenIn } from '../../orders/state/use-order-currency.ts';
import { checkoutPath, inView } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { outcomeOf, type PaymentState } from '../state/payment-outcome.ts';
import { fetchPaymentState, paymentHere } from '../state/payment-status-query.ts';
import { CardShape, CardWidget } from './oppwa-widget.tsx';

/** The payment to make, and the redirect target with the widget's fields. */
interface ToPay {
  state: PaymentState;
  redirect: RedirectTarget;
}

/** Undefined if nothing can be paid by card here: the payment is over or not visible to this shopper. */
async function findToPay(reference: string): Promise<ToPay | undefined> {
  const hints = { ref: reference, code: 'card' } as const;
  try {
    const state = await fetchPaymentState(hints);
    if (outcomeOf(state) !== 'pending' || !state.canPay) return undefined;
    const cartToken = paymentHere(hints)?.cartToken;
    const redirect =
      storedRedirect(reference, Date.now()) ??
      (await requestRedirect({ reference, code: 'card', amount: state.amount, cartToken }));
    return redirect.kind === 'widget' ? { state, redirect } : undefined;
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return undefined;
    throw error;
  }
}

/** Amount, order, and the fields of the card provider. For any other state the status page takes over. */
export function CardPayment({ reference, cardOrigin }: { reference: string; cardOrigin: string }) {
  const { t, locale } = useText();
  const { loaded } = useAsyncData(useCallback(() => findToPay(reference), [reference]));
  const isElsewhere = loaded.state === 'there' && !loaded.value;
  useEffect(() => {
    if (isElsewhere) location.replace(inView(statusPathOf({ reference, code: 'card' })));
  }, [isElsewhere, reference]);
  if (loaded.state === 'failed') return <CardFailed />;
  if (loaded.state === 'waiting' || !loaded.value) return <CardShape />;
  const { state, redirect } = loaded.value;
  return (
    <>
      <p className="tabular-nums flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t('payments.forOrder', { number: state.orderNumber })}</span>
        <span className="font-extrabold text-2xl">{writtenIn(state.currency, state.amount, locale)}</span>
      </p>
      <CardWidget redirect={redirect} cardOrigin={cardOrigin} failed={<CardFailed />} />
      <p className="text-muted text-sm">{t('payments.cardSafe')}</p>
      <Back />
    </>
  );
}

/** Leads to the checkout as a new document, which does not allow the card provider's script. */
function Back() {
  const { t } = useText();
  return (
    <p className="grid justify-items-start gap-1 border-divider border-t pt-4">
      <a
        href={inView(`${checkoutPath}#payment`)}
        className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
      >
        {t('payments.back')}
      </a>
      <span className="text-muted text-sm">{t('payments.backHint')}</span>
    </p>
  );
}

/** The card fields did not load: nothing can have been charged. */
function CardFailed() {
  const { t } = useText();
  return (
    <div role="alert">
      <InlineNotice icon="warning" title={t('payments.cardFailed')}>
        <p>{t('payments.cardFailedText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={reloadPage}>{t('payments.tryAgain')}</Button>
          <a href={inView(`${checkoutPath}#payment`)} className={buttonClass('plain')}>
            {t('checkout.otherWay')}
          </a>
        </div>
      </InlineNotice>
    </div>
  );
}
