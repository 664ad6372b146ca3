import { confirmPasswordReset } from '@fynbos/core/accounts/contract.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/profile-messages.ts';
import { callAsShopper } from '../../platform/session/call-as-shopper.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
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
  refused: FormRefusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const labels = { newPassword: t('account.newPassword'), repeated: t('account.repeatPassword') };
  return (
    <SubmitForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkNewPassword}
      offline="account.resetOffline"
      submit={t('account.savePassword')}
      send={async ({ newPassword = '' }) => {
        await callAsShopper(confirmPasswordReset, { body: { link, newPassword } });
        onDone();
      }}
    >
      <input type="hidden" name="link" value={link} />
      <NewPassword name="newPassword" />
      <p className="text-muted text-sm">{t('account.resetClears')}</p>
    </SubmitForm>
  );
}
