import { createCustomer, login } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { registerPath } from '../account-paths.ts';
import { call } from '../api.ts';
import { localeOf } from '../i18n/locale.ts';
import { useText } from '../i18n/text-context.tsx';
import { loginPath, withQuery } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { useLoginRedirect } from './after-login.ts';
import { AuthFrame } from './auth-frame.tsx';
import { checkRegistration } from './form-checks.ts';
import { postedValues, handlePostedForm } from './posted-form.ts';
import { privateHeaders } from './private-headers.ts';
import { RegisterForm } from './register-form.tsx';
import { registrationOf } from './registration.ts';

export const headers = privateHeaders;

/**
 * Handles the form that a browser posts before hydration: registers, logs in, and redirects as the login
 * does.
 */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(values, checkRegistration, async () => {
    const body = registrationOf(values, localeOf(request));
    await call(createCustomer, { body, request });
    const entry = { username: body.customer.email, password: body.password };
    const { cookies = [] } = await call(login, { body: entry, request });
    return redirect(withQuery(loginPath, new URLSearchParams({ done: '1' })), {
      status: 303,
      headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
    });
  });
}

/** The registration page (spec D36). */
export default function RegisterPage() {
  const { t } = useText();
  const [query] = useSearchParams();
  const posted = useActionData<typeof action>();
  useLoginRedirect();
  return (
    <AuthFrame
      title={t('account.register')}
      beside={
        <>
          <h2 className="font-bold text-xl">{t('account.haveOne')}</h2>
          <ButtonLink variant="plain" to={withQuery(loginPath, query)} className="justify-self-start">
            {t('account.logIn')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('account.why')}</p>
      <RegisterForm
        key={posted ? 'posted' : 'new'}
        action={registerPath}
        refused={posted?.refused}
        onDone={() => {}}
      />
    </AuthFrame>
  );
}
