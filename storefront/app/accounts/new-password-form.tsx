import { confirmPasswordReset } from '@fynbos/core/accounts/contract.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { AccountForm } from './account-form.tsx';
import { checkNewPassword } from './form-checks.ts';
import type { Refusal } from './form-refusal.ts';
import { NewPassword } from './password.tsx';

/** Sets a new password with a mailed link. */
export function NewPasswordForm({
  action,
  link,
  refused,
  onDone,
}: {
  action: string;
  link: string;
  refused: Refusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const labels = { newPassword: t('account.newPassword'), repeated: t('account.repeatPassword') };
  return (
    <AccountForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkNewPassword}
      offline="account.resetOffline"
      submit={t('account.savePassword')}
      send={async ({ newPassword = '' }) => {
        await call(confirmPasswordReset, { body: { link, newPassword } });
        onDone();
      }}
    >
      <input type="hidden" name="link" value={link} />
      <NewPassword name="newPassword" />
    </AccountForm>
  );
}
