import { Link } from 'react-router';
import { resetPasswordPath } from '../account-paths.ts';
import { useText } from '../i18n/text-context.tsx';
import { Field } from '../ui/form-fields.tsx';
import { AccountForm } from './account-form.tsx';
import type { AuthDialog } from './auth-dialog.ts';
import { checkLogin } from './form-checks.ts';
import { forTechnicalFailures, type Refusal } from './form-refusal.ts';
import { Password } from './password.tsx';
import { logIn } from './session/session.ts';

/** E-mail address and password. `go` switches the dialog; on a page, links are used. */
export function LoginForm({
  action,
  refused,
  onDone,
  go,
}: {
  action?: string;
  refused?: Refusal;
  onDone: () => void;
  go?: (dialog: AuthDialog) => void;
}) {
  const { t } = useText();
  const labels = { username: t('account.email'), password: t('account.password') };
  return (
    <AccountForm
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
          className="inline-flex min-h-11 items-center text-leaf underline underline-offset-4"
        >
          {t('account.forgotten')}
        </Link>
      </p>
    </AccountForm>
  );
}
