import { resetPassword } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { Field } from '../ui/form-fields.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { AccountForm } from './account-form.tsx';
import { checkEmail } from './form-checks.ts';
import { ofFaults, type Refusal } from './form-refusal.ts';

/** Asks for the mail to choose a new password; what it says is the same whoever is known (decision 28). */
export function ForgottenForm({
  action,
  refused,
  sent = false,
}: {
  action?: string;
  refused?: Refusal;
  sent?: boolean;
}) {
  const { t } = useText();
  const [asked, setAsked] = useState(sent);
  const labels = { email: t('account.email') };
  if (asked) {
    return (
      <div role="status">
        <NoticeBox icon="check" title={t('account.resetSent')}>
          <p>{t('account.resetSentText')}</p>
        </NoticeBox>
      </div>
    );
  }
  return (
    <AccountForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkEmail}
      offline="account.resetOffline"
      sentences={ofFaults('account.resetFailed')}
      submit={t('account.sendReset')}
      send={async ({ email = '' }) => {
        await call(resetPassword, { body: { email: email.trim() } });
        setAsked(true);
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
    </AccountForm>
  );
}
