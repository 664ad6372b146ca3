import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { useDraft } from './draft.ts';
import { isSame } from './order-body.ts';
import { PaymentName } from './payment-names.tsx';
import { TypedAddress } from './shipping-summary.tsx';

/** A short summary of billing address and payment method. */
export function PaymentSummary({ virtual }: { virtual: boolean }) {
  const { t } = useText();
  const draft = useDraft();
  const { payment } = draft;
  const { company = '', vat_id = '' } = payment.invoice ? payment : {};
  return (
    <div className="grid gap-2">
      <p>
        <PaymentName code={payment.payment ?? ''} title={payment.payment ?? ''} />
      </p>
      {isSame(payment, virtual) ? (
        <p className="text-soft">
          {t('checkout.billingSame')}
          {company && (
            <span className="block wrap-anywhere">{[company, vat_id].filter(Boolean).join(', ')}</span>
          )}
        </p>
      ) : (
        <TypedAddress values={{ ...payment, company, vat_id }} />
      )}
    </div>
  );
}
