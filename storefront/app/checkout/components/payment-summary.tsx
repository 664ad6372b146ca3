import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { useDraft } from '../state/checkout-draft.ts';
import { isSame } from '../state/order-request-body.ts';
import { PaymentName } from './payment-method-names.tsx';
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
