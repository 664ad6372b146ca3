import { centsToDecimal } from '@fynbos/core/money.ts';
import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { useEffect, useState } from 'react';
import { type CurrentPayment, useUnfinished } from '../../checkout/state/current-payment.ts';
import { statusPathOf } from '../../checkout/state/payment-paths.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

/** The number of the order that a payment is for, if the shop says that it still waits for money. */
async function unpaidNumber({ reference, code, cartToken }: CurrentPayment): Promise<string | undefined> {
  const options = { params: { provider: code }, query: { ref: reference }, cartToken };
  const { result } = await callAsShopper(paymentStatus, options);
  return result.canPay && !result.isOrdered ? result.orderNumber : undefined;
}

/** A payment that was started here and left: names its order, and leads to its status, where it can be paid or cancelled. */
export function UnpaidOrder() {
  const { t, price } = useText();
  const payment = useUnfinished();
  const [unpaid, setUnpaid] = useState<{ reference: string; number: string }>();
  useEffect(() => {
    if (!payment) return;
    // Without a response nothing is claimed: the order may be paid.
    unpaidNumber(payment).then(
      (number) => setUnpaid(number ? { reference: payment.reference, number } : undefined),
      () => setUnpaid(undefined),
    );
  }, [payment]);
  if (!payment || unpaid?.reference !== payment.reference) return null;
  return (
    <section aria-labelledby="unpaid" className="page-width mt-4">
      <InlineNotice icon="warning">
        <p id="unpaid" className="font-bold">
          {t('payments.unpaid', { number: unpaid.number, amount: price(centsToDecimal(payment.amount)) })}
        </p>
        <ButtonLink to={statusPathOf(payment)} className="justify-self-start">
          {t('payments.payOrCancel')}
        </ButtonLink>
      </InlineNotice>
    </section>
  );
}
