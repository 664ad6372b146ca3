import { centsToDecimal } from '@fynbos/core/money.ts';
import { paymentStatus } from '@fynbos/core/payments/contract.ts';
import { useEffect, useState } from 'react';
import { useCartLines } from '../../cart/state/use-cart.ts';
import {
  type CurrentPayment,
  hasEnded,
  storePayment,
  useCurrentPayment,
} from '../../checkout/state/current-payment.ts';
import { statusPathOf } from '../../checkout/state/payment-paths.ts';
import '../../platform/i18n/parts/payments-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';

/** The number of the order that a payment is for, if the shop says that it still waits for money. */
async function unpaidNumber(payment: CurrentPayment): Promise<string | undefined> {
  const { reference, code, cartToken } = payment;
  const options = { params: { provider: code }, query: { ref: reference }, cartToken };
  const { result } = await callAsShopper(paymentStatus, options);
  // The shop is not queried again.
  if (hasEnded(result)) storePayment({ ...payment, isOver: true, isEnded: true });
  return result.canPay && !result.isOrdered ? result.orderNumber : undefined;
}

/**
 * An order of this browser that is not paid, also when its payment failed or was cancelled: names it, and leads to
 * its status, where it can be paid or cancelled.
 */
export function UnpaidOrder() {
  const { t, price } = useText();
  const payment = useCurrentPayment();
  const [unpaid, setUnpaid] = useState<{ reference: string; number: string }>();
  useEffect(() => {
    if (!payment || payment.isEnded) return;
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
        {payment.skus && <StillInCart skus={payment.skus} />}
        <ButtonLink to={statusPathOf(payment)} className="justify-self-start">
          {t('payments.payOrCancel')}
        </ButtonLink>
      </InlineNotice>
    </section>
  );
}

/** Names the products of the order that are in the cart, and so would be ordered again. */
function StillInCart({ skus }: { skus: readonly string[] }) {
  const { t } = useText();
  const lines = useCartLines().filter(({ sku }) => skus.includes(sku));
  const names = [...new Set(lines.map(({ name }) => name))];
  return names.length > 0 && <p>{t('payments.unpaidInCart', { products: names.join(', ') })}</p>;
}
