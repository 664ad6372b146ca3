import { changePassword } from '@fynbos/core/accounts/contract.ts';
import { useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AccountForm } from './account-form.tsx';
import { checkPasswordChange } from './form-checks.ts';
import { NewPassword, Password } from './password.tsx';
import { callAsCustomer } from './session/call-as-customer.ts';
import { logIn } from './session/session.ts';

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
    <AccountForm
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
    </AccountForm>
  );
}
