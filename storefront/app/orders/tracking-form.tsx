import { validateEmail } from '@fynbos/core/accounts/fields.ts';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/orders-messages.ts';
import { AccountForm } from '../accounts/account-form.tsx';
import type { FieldErrors, Values } from '../accounts/form-checks.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import { useText } from '../i18n/text-context.tsx';
import { orderTrackingPath } from '../paths.ts';
import { Field } from '../ui/form-fields.tsx';

/** Validates order number and email address before the request. */
export function checkTracking({ orderNumber = '', email = '' }: Values): FieldErrors {
  const emailError = validateEmail(email.trim());
  return {
    ...(orderNumber.trim() === '' && { orderNumber: 'required' as const }),
    ...(emailError && { email: emailError }),
  };
}

/**
 * The form in which a guest identifies an order. An error does not reveal which of the two values was
 * wrong.
 */
export function TrackingForm({
  number,
  refused,
  send,
}: {
  /** The order number from the email link. */
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
