import { PaymentName } from '../../checkout/components/payment-method-names.tsx';
import { useOrderCurrency } from '../../orders/state/use-order-currency.ts';
import { inView, orderTrackingPath, paymentLinkPath, withQuery } from '../../paths.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { outcomeOf, type PaymentState, tellings } from '../state/payment-outcome.ts';

/** The payment of a link: its order and amount, and a form that starts it. Nothing here needs scripts. */
export function LinkedPayment({
  link,
  state,
  problem,
  provider,
}: {
  link: string;
  /** Undefined if the link leads to no payment. */
  state: PaymentState | undefined;
  /** Why the payment did not start. */
  problem: ProblemView | undefined;
  /** The address of the provider's page, once the payment has started. */
  provider: string | undefined;
}) {
  const { t } = useText();
  const outcome = state && outcomeOf(state);
  const isOpen = outcome === 'pending' && state?.canPay;
  const { title, text } = outcome ? tellings[outcome] : unknownPayment;
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <PageTitle>{t(isOpen ? 'payments.title' : title)}</PageTitle>
      {!isOpen && text && <p>{t(text)}</p>}
      {state?.orderedWith && <p>{t('payments.orderedWith', { number: state.orderedWith })}</p>}
      {outcome === 'paid' && <p>{t('payments.mailed')}</p>}
      {state && <Facts state={state} />}
      {problem && (
        <div role="alert">
          <InlineNotice icon="warning">
            <p>{problemMessage(problem, t)}</p>
          </InlineNotice>
        </div>
      )}
      {state?.canPay && (provider ? <Leaving provider={provider} /> : <Start link={link} state={state} />)}
      {!state && (
        <ButtonLink to={orderTrackingPath} className="justify-self-start">
          {t('nav.trackOrder')}
        </ButtonLink>
      )}
    </div>
  );
}

const unknownPayment = { title: 'payments.unknown', text: 'payments.unknownText' } as const;

function Facts({ state: { orderNumber, amount, currency, paymentCode } }: { state: PaymentState }) {
  const { t } = useText();
  return (
    <p className="tabular-nums flex flex-wrap items-baseline justify-between gap-x-4">
      <span>
        {t('payments.forOrder', { number: orderNumber })} ·{' '}
        <PaymentName code={paymentCode} title={paymentCode} />
      </span>
      <span className="font-extrabold text-2xl">{useOrderCurrency(currency)(amount)}</span>
    </p>
  );
}

function Start({ link, state: { amount, currency } }: { link: string; state: PaymentState }) {
  const { t } = useText();
  const total = useOrderCurrency(currency)(amount);
  return (
    <form
      method="post"
      action={inView(withQuery(paymentLinkPath, new URLSearchParams({ link })))}
      className="grid justify-items-start gap-3"
    >
      <p>{t('checkout.payNote')}</p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit">{t('checkout.pay', { total })}</Button>
        <Button
          type="submit"
          variant="plain"
          formAction={inView(withQuery(paymentLinkPath, new URLSearchParams({ link, cancel: '' })))}
        >
          {t('payments.cancelOrder')}
        </Button>
      </div>
    </form>
  );
}

/** Goes to the provider; the link is for browsers that do not follow by themselves. */
function Leaving({ provider }: { provider: string }) {
  const { t } = useText();
  return (
    <>
      <meta httpEquiv="refresh" content={`0; url=${provider}`} />
      <a href={provider} rel="noreferrer" className={buttonClass('strong', 'justify-self-start')}>
        {t('payments.continue')}
      </a>
    </>
  );
}
