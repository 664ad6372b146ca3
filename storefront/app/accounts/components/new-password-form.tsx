import { confirmPasswordReset } from '@fynbos/core/accounts/contract.ts';
import { call } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { AccountForm } from '../../ui/forms/form.tsx';
import type { Refusal } from '../../ui/forms/form-errors.ts';
import { checkNewPassword } from '../state/account-form-validation.ts';
import { NewPassword } from './password-fields.tsx';

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
