import { centsToDecimal } from '@fynbos/core/money.ts';
import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { useEffect, useRef, useState } from 'react';
import { callAsShopper } from '../accounts/session/call-as-shopper.ts';
import { ApiProblem } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import { problemWords } from '../refusal-notice.ts';
import '../i18n/needs/checkout-messages.ts';
import '../i18n/needs/payments-messages.ts';
import { inView } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { type CurrentPayment, keepPayment } from './current-payment.ts';
import { changeDraft } from './draft.ts';
import { askHandOff, wayTo } from './hand-off.ts';
import { statusPathOf } from './status-path.ts';

/** Whether its order is placed. Without a network, or where the shop does not say, nobody knows. */
async function isOrdered({ reference, code, cartToken }: Begun): Promise<boolean> {
  if (!navigator.onLine) return false;
  const options = { params: { provider: code }, query: { ref: reference }, cartToken };
  const answer = await callAsShopper(paymentStatus, options).catch(() => undefined);
  return answer?.result.isOrdered === true;
}

type Begun = Pick<CurrentPayment, 'reference' | 'code' | 'cartToken'>;

/**
 * A payment was begun here and nobody has heard how it ended. The shop is asked: who paid and closed the tab is not asked to
 * pay again. Otherwise it is gone on with, looked at, or begun again.
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
    const look = async () => {
      if ((await isOrdered({ reference, code, cartToken })) && !isLeft) setPaid(reference);
    };
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setBusy(false);
      void look();
    };
    void look();
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
      location.assign(inView(wayTo(await askHandOff({ ...payment, amount }), payment.code)));
    } catch (error) {
      running.current = false;
      setBusy(false);
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal'));
    }
  }

  function beginAgain(): void {
    // What is saved next is another order, and takes the place of this one.
    changeDraft({ pending: undefined });
    keepPayment(undefined);
    document.querySelector('h1')?.focus();
  }

  const isPaid = paid === reference;
  return (
    <section aria-labelledby="unfinished" className="mt-4 max-w-3xl unscripted:hidden">
      <NoticeBox icon={isPaid ? 'check' : 'warning'}>
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
            <ButtonLink to={statusPathOf(payment)} look={isPaid ? 'strong' : 'plain'}>
              {t('payments.seeState')}
            </ButtonLink>
          </div>
          {!isPaid && (
            <Button onClick={beginAgain} look="quiet">
              {t('payments.beginAgain')}
            </Button>
          )}
        </div>
        <p role="alert" className="font-semibold text-protea empty:hidden">
          {problem && problemWords(problem.view, t)}
        </p>
      </NoticeBox>
    </section>
  );
}
