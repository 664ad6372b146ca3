import { changePassword } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/profile-messages.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { logIn } from '../../platform/session/session.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { checkPasswordChange } from '../state/account-form-validation.ts';
import { NewPassword, Password } from './password-fields.tsx';

/** Changes the password, then logs the customer in with the new one (spec accounts 4.1). */
export function ChangePasswordForm({ email }: { email: string }) {
  const { t } = useText();
  const { notify } = useNotices();
  const [changes, setChanges] = useState(0);
  const labels = {
    currentPassword: t('profile.currentPassword'),
    newPassword: t('account.newPassword'),
    repeated: t('account.repeatPassword'),
  };
  return (
    <SubmitForm
      key={changes}
      labels={labels}
      check={checkPasswordChange}
      offline="account.resetOffline"
      submit={t('account.savePassword')}
      send={async ({ currentPassword = '', newPassword = '' }) => {
        await callAsCustomer(changePassword, { body: { currentPassword, newPassword } });
        // Shown once the new login is complete: a customer who logged out on reading it would interrupt the
        // login.
        const notifySuccess = () => notify({ kind: 'success', message: t('account.passwordChanged') });
        await logIn(email, newPassword).finally(notifySuccess);
        setChanges((count) => count + 1);
      }}
    >
      {/* Tells a password manager which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <Password
        label={labels.currentPassword}
        name="currentPassword"
        autoComplete="current-password"
        required
      />
      <NewPassword name="newPassword" />
    </SubmitForm>
  );
}
