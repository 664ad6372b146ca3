import { createCustomer, login } from '@fynbos/core/accounts/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { callApi } from '../api-client.ts';
import { loginPath, withQuery } from '../paths.ts';
import { localeOf } from '../platform/i18n/locale.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { useLoginRedirect } from './components/login-redirect.ts';
import { RegisterForm } from './components/register-form.tsx';
import { checkRegistration } from './state/account-form-validation.ts';
import { registerPath } from './state/account-paths.ts';
import { registrationOf } from './state/registration.ts';

export const headers = privateHeaders;

/**
 * Handles the form that a browser posts before hydration: registers, logs in, and redirects as the login
 * does.
 */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(values, checkRegistration, async () => {
    const body = registrationOf(values, localeOf(request));
    await callApi(createCustomer, { body, request });
    const entry = { username: body.customer.email, password: body.password };
    const { cookies = [] } = await callApi(login, { body: entry, request });
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
