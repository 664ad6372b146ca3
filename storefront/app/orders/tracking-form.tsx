import { emailFault } from '@fynbos/core/accounts/fields.ts';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { AccountForm } from '../accounts/account-form.tsx';
import type { Faults, Values } from '../accounts/form-checks.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import { useText } from '../i18n/text-context.tsx';
import { orderTrackingPath } from '../paths.ts';
import { Field } from '../ui/form-fields.tsx';

/** Number and e-mail address of an order: what is wrong with them before anybody looks. */
export function checkTracking({ orderNumber = '', email = '' }: Values): Faults {
  const fault = emailFault(email.trim());
  return {
    ...(orderNumber.trim() === '' && { orderNumber: 'required' as const }),
    ...(fault && { email: fault }),
  };
}

/** Asks for what a guest shows to see an order. Which of the two was wrong nobody is told. */
export function TrackingForm({
  number,
  refused,
  send,
}: {
  /** Of the mail that led here. */
  number: string;
  refused: Refusal | undefined;
  send: (values: Values) => Promise<void>;
}) {
  const { t } = useText();
  const labels = { orderNumber: t('orders.trackNumber'), email: t('orders.trackEmail') };
  return (
    <AccountForm
      action={orderTrackingPath}
      check={checkTracking}
      send={send}
      submit={t('orders.trackShow')}
      refused={refused}
      labels={labels}
      sentences={{ order_not_found: 'orders.trackNotFound', invalid_input: 'orders.trackNotFound' }}
    >
      <p>{t('orders.trackLead')}</p>
      <Field
        label={labels.orderNumber}
        name="orderNumber"
        defaultValue={refused?.typed?.orderNumber ?? number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        required
      />
      <Field label={labels.email} name="email" type="email" autoComplete="email" inputMode="email" required />
    </AccountForm>
  );
}
