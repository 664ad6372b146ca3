import { resetPassword } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { callApi } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { type FormRefusal, forTechnicalFailures } from '../../ui/forms/form-errors.ts';
import { Field } from '../../ui/forms/form-fields.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { checkEmail } from '../state/account-form-validation.ts';

/**
 * Requests the password reset mail. The message is the same whether or not the address is registered
 * (spec D28).
 */
export function ForgottenForm({
  action,
  refused,
  sent = false,
}: {
  action?: string;
  refused?: FormRefusal;
  sent?: boolean;
}) {
  const { t } = useText();
  const [requested, setRequested] = useState(sent);
  const labels = { email: t('account.email') };
  if (requested) {
    return (
      <div role="status">
        <InlineNotice icon="check" title={t('account.resetSent')}>
          <p>{t('account.resetSentText')}</p>
        </InlineNotice>
      </div>
    );
  }
  return (
    <SubmitForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkEmail}
      offline="account.resetOffline"
      sentences={forTechnicalFailures('account.resetFailed')}
      submit={t('account.sendReset')}
      send={async ({ email = '' }) => {
        await callApi(resetPassword, { body: { email: email.trim() } });
        setRequested(true);
      }}
    >
      <p>{t('account.resetText')}</p>
      <Field
        label={labels.email}
        name="email"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
    </SubmitForm>
  );
}
