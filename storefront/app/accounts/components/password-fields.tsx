import { useText } from '../../platform/i18n/text-context.tsx';
import { PasswordField } from '../../ui/forms/form-fields.tsx';

/** A password field with localised labels. */
export function Password(props: Omit<React.ComponentProps<typeof PasswordField>, 'show' | 'hide'>) {
  const { t } = useText();
  return <PasswordField show={t('account.showPassword')} hide={t('account.hidePassword')} {...props} />;
}

/** A new password with its rules, and its repetition. */
export function NewPassword({ name }: { name: 'password' | 'newPassword' }) {
  const { t } = useText();
  return (
    <>
      <Password
        label={t(name === 'password' ? 'account.password' : 'account.newPassword')}
        hint={t('account.passwordRules')}
        name={name}
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        required
      />
      <Password
        label={t('account.repeatPassword')}
        name="repeated"
        autoComplete="new-password"
        maxLength={128}
        required
      />
    </>
  );
}
