import { validateEmail } from '@fynbos/core/accounts/field-rules.ts';
import { cleanLine } from '@fynbos/core/clean-text.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { orderTrackingPath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import { Field } from '../../ui/forms/form-fields.tsx';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';

/** Validates order number and email address before the request. */
export function checkTracking({ orderNumber = '', email = '' }: Values): FieldErrors {
  const emailError = validateEmail(email);
  return {
    ...(cleanLine(orderNumber) === '' && { orderNumber: 'required' as const }),
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
  refused: FormRefusal | undefined;
  send: (values: Values) => Promise<void>;
}) {
  const { t } = useText();
  const labels = { orderNumber: t('orders.trackNumber'), email: t('orders.trackEmail') };
  return (
    <SubmitForm
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
    </SubmitForm>
  );
}
