import { centsToDecimal } from '@fynbos/core/money.ts';
import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { inView } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { changeDraft } from '../state/checkout-draft.ts';
import { type CurrentPayment, storePayment } from '../state/current-payment.ts';
import { statusPathOf } from '../state/payment-paths.ts';
import { paymentPageOf, requestRedirect } from '../state/payment-redirect.ts';

/** Whether its order is placed. False if it is unknown: without a network or a response of the shop. */
async function isOrdered({ reference, code, cartToken }: Begun): Promise<boolean> {
  if (!navigator.onLine) return false;
  const options = { params: { provider: code }, query: { ref: reference }, cartToken };
  const response = await callAsShopper(paymentStatus, options).catch(() => undefined);
  return response?.result.isOrdered === true;
}

type Begun = Pick<CurrentPayment, 'reference' | 'code' | 'cartToken'>;

/**
 * A payment was started here and its result is unknown. The shop is queried first, so that a shopper who
 * paid and closed the tab is not prompted to pay again. Otherwise the payment can be continued, checked or
 * started again.
 */
export default function UnfinishedPayment({ payment }: { payment: CurrentPayment }) {
  const { t, price } = useText();
  const { reference, code, cartToken } = payment;
  const [paid, setPaid] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem>();
  const running = useRef(false);
  const amount = centsToDecimal(payment.amount);
  useEffect(() => {
    let isLeft = false;
    const check = async () => {
      if ((await isOrdered({ reference, code, cartToken })) && !isLeft) setPaid(reference);
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setBusy(false);
      void check();
    };
    void check();
    addEventListener('pageshow', back);
    return () => {
      isLeft = true;
      removeEventListener('pageshow', back);
    };
  }, [reference, code, cartToken]);

  async function goOn(): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      location.assign(inView(paymentPageOf(await requestRedirect({ ...payment, amount }), payment.code)));
    } catch (error) {
      running.current = false;
      setBusy(false);
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal'));
    }
  }

  function startOver(): void {
    // The next saved order is a new one and replaces this one.
    changeDraft({ pending: undefined });
    storePayment(undefined);
    document.querySelector('h1')?.focus();
  }

  const isPaid = paid === reference;
  return (
    <section aria-labelledby="unfinished" className="mt-4 max-w-3xl unscripted:hidden">
      <InlineNotice icon={isPaid ? 'check' : 'warning'}>
        <h2 id="unfinished" aria-live="polite" className="font-bold">
          {isPaid ? t('payments.paid') : t('payments.unfinished', { amount: price(amount) })}
        </h2>
        {!isPaid && <p>{t('payments.unfinishedHint')}</p>}
        <div className="flex flex-wrap gap-2">
          <div data-asks className="flex flex-wrap gap-2">
            {!isPaid && (
              <Button onClick={() => void goOn()} aria-disabled={busy || undefined}>
                {t('payments.continue')}
              </Button>
            )}
            <ButtonLink to={statusPathOf(payment)} variant={isPaid ? 'strong' : 'plain'}>
              {t('payments.seeState')}
            </ButtonLink>
          </div>
          {!isPaid && (
            <Button onClick={startOver} variant="quiet">
              {t('payments.beginAgain')}
            </Button>
          )}
        </div>
        <p role="alert" className="font-semibold text-danger empty:hidden">
          {problem && problemMessage(problem.view, t)}
        </p>
      </InlineNotice>
    </section>
  );
}
