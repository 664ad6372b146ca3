import { useState } from 'react';
import { currentDraft } from '../../checkout/state/checkout-draft.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/payments-messages.ts';

/**
 * The next steps of a paid order. The delivery step appears only while this browser still knows the
 * shipping method.
 */
export function PaidNext() {
  const { t } = useText();
  const [shippingMethod] = useState(() => currentDraft().way);
  return (
    <section aria-labelledby="next" className="grid gap-2 rounded-petal border border-line bg-card p-5">
      <h2 id="next" className="font-bold text-xl">
        {t('checkout.next')}
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>{t('payments.mailed')}</li>
        <li>{t('checkout.nextPacked')}</li>
        {shippingMethod && (
          <li>{t(shippingMethod.needs === 'store' ? 'checkout.nextCollect' : 'checkout.nextDelivered')}</li>
        )}
      </ol>
    </section>
  );
}
