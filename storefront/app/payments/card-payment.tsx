import { useCallback, useEffect } from 'react';
import { useAsked } from '../accounts/asked.tsx';
import { ApiProblem } from '../api-problem.ts';
import { askHandOff, type HandOff, keptHandOff } from '../checkout/hand-off.ts';
import { statusPathOf } from '../checkout/status-path.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import '../i18n/needs/payments-messages.ts';
import { writtenIn } from '../orders/order-money.ts';
import { checkoutPath, inView } from '../paths.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { askPayment, paymentHere } from './ask-payment.ts';
import { CardShape, CardWidget } from './card-widget.tsx';
import { outcomeOf, type PaymentState } from './outcome.ts';

/** What is paid, and the hand-off that says with which fields. */
interface ToPay {
  state: PaymentState;
  handOff: HandOff;
}

/** Undefined where there is nothing to pay with a card: the payment is over, or is not seen from here. */
async function findToPay(reference: string): Promise<ToPay | undefined> {
  const hints = { ref: reference, code: 'card' } as const;
  try {
    const state = await askPayment(hints);
    if (outcomeOf(state) !== 'pending' || !state.canPay) return undefined;
    const cartToken = paymentHere(hints)?.cartToken;
    const handOff =
      keptHandOff(reference, Date.now()) ??
      (await askHandOff({ reference, code: 'card', amount: state.amount, cartToken }));
    return handOff.kind === 'widget' ? { state, handOff } : undefined;
  } catch (error) {
    if (error instanceof ApiProblem && !error.view.retry) return undefined;
    throw error;
  }
}

/** Amount, order, and the fields of the card provider; whatever is not to be paid here the status page tells. */
export function CardPayment({ reference, cardOrigin }: { reference: string; cardOrigin: string }) {
  const { t, locale } = useText();
  const { asked } = useAsked(useCallback(() => findToPay(reference), [reference]));
  const isElsewhere = asked.state === 'there' && !asked.value;
  useEffect(() => {
    if (isElsewhere) location.replace(inView(statusPathOf({ reference, code: 'card' })));
  }, [isElsewhere, reference]);
  if (asked.state === 'failed') return <CardFailed />;
  if (asked.state === 'waiting' || !asked.value) return <CardShape />;
  const { state, handOff } = asked.value;
  return (
    <>
      <p className="figures flex flex-wrap items-baseline justify-between gap-x-4">
        <span>{t('payments.forOrder', { number: state.orderNumber })}</span>
        <span className="font-extrabold text-2xl">{writtenIn(state.currency, state.amount, locale)}</span>
      </p>
      <CardWidget handOff={handOff} cardOrigin={cardOrigin} failed={<CardFailed />} />
      <p className="text-soft text-sm">{t('payments.cardSafe')}</p>
      <Back />
    </>
  );
}

/** Leads to the checkout; a new document, which lets no card provider in. */
function Back() {
  const { t } = useText();
  return (
    <p className="grid justify-items-start gap-1 border-line border-t pt-4">
      <a
        href={inView(`${checkoutPath}#payment`)}
        className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
      >
        {t('payments.back')}
      </a>
      <span className="text-soft text-sm">{t('payments.backHint')}</span>
    </p>
  );
}

/** The fields did not come: nothing can have been charged. */
function CardFailed() {
  const { t } = useText();
  return (
    <div role="alert">
      <NoticeBox icon="warning" title={t('payments.cardFailed')}>
        <p>{t('payments.cardFailedText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => location.reload()}>{t('payments.tryAgain')}</Button>
          <a href={inView(`${checkoutPath}#payment`)} className={buttonClass('plain')}>
            {t('checkout.otherWay')}
          </a>
        </div>
      </NoticeBox>
    </div>
  );
}
