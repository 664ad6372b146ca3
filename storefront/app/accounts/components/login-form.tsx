import { Link } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import { logIn } from '../../platform/session/session.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { type FormRefusal, forTechnicalFailures } from '../../ui/forms/form-errors.ts';
import { Field } from '../../ui/forms/form-fields.tsx';
import { checkLogin } from '../state/account-form-validation.ts';
import { resetPasswordPath } from '../state/account-paths.ts';
import type { AuthDialog } from '../state/auth-dialog-state.ts';
import { Password } from './password-fields.tsx';

/** E-mail address and password. `go` switches the dialog; on a page, links are used. */
export function LoginForm({
  action,
  refused,
  onDone,
  go,
}: {
  action?: string;
  refused?: FormRefusal;
  onDone: () => void;
  go?: (dialog: AuthDialog) => void;
}) {
  const { t } = useText();
  const labels = { username: t('account.email'), password: t('account.password') };
  return (
    <SubmitForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkLogin}
      sentences={forTechnicalFailures('account.authorisation')}
      submit={t('account.logIn')}
      send={async ({ username = '', password = '' }) => {
        await logIn(username, password);
        onDone();
      }}
    >
      <Field
        label={labels.username}
        name="username"
        type="email"
        autoComplete="username"
        inputMode="email"
        required
      />
      <Password label={labels.password} name="password" autoComplete="current-password" required />
      <p>
        <Link
          to={resetPasswordPath}
          onClick={(event) => {
            if (!go) return;
            event.preventDefault();
            go('forgotten');
          }}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {t('account.forgotten')}
        </Link>
      </p>
    </SubmitForm>
  );
}
