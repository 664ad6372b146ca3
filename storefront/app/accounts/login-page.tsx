import { login } from '@fynbos/core/accounts/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import { useEffect } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { callApi } from '../api-client.ts';
import { homePath, loginPath, withQuery } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { adoptSession } from '../platform/session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { LoginForm } from './components/login-form.tsx';
import { useLoginRedirect } from './components/login-redirect.ts';
import { checkLogin } from './state/account-form-validation.ts';
import { registerPath } from './state/account-paths.ts';

export const headers = privateHeaders;

/** Handles the form that a browser posts before hydration: returns the session cookie and redirects. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const { username = '', password = '' } = values;
  return handlePostedForm(values, checkLogin, async () => {
    const { cookies = [] } = await callApi(login, { body: { username, password }, request });
    const next = new URL(request.url).searchParams.get('next');
    return redirect(withQuery(loginPath, new URLSearchParams({ done: '1', ...(next && { next }) })), {
      status: 303,
      headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
    });
  });
}

/** The login page (spec accounts 2.1). */
export default function LoginPage() {
  const { t } = useText();
  const [query] = useSearchParams();
  const posted = useActionData<typeof action>();
  useLoginRedirect();
  const next = query.get('next');
  const onward = next ? new URLSearchParams({ next }) : new URLSearchParams();
  if (query.has('done')) return <Done />;
  return (
    <AuthFrame
      title={t('account.logIn')}
      beside={
        <>
          <h2 className="font-bold text-xl">{t('account.noneYet')}</h2>
          <p>{t('account.why')}</p>
          <ButtonLink variant="plain" to={withQuery(registerPath, onward)} className="justify-self-start">
            {t('account.register')}
          </ButtonLink>
        </>
      }
    >
      {next && <InlineNotice>{t('problem.not_logged_in')}</InlineNotice>}
      <LoginForm
        key={posted ? 'posted' : 'new'}
        action={withQuery(loginPath, onward)}
        refused={posted?.refused}
        onDone={() => {}}
      />
    </AuthFrame>
  );
}

/**
 * After a login without scripts. If scripts load, they fetch the profile; without them the shop works as
 * usual.
 */
function Done() {
  const { t } = useText();
  useEffect(() => {
    adoptSession().catch(() => {});
  }, []);
  return (
    <AuthFrame title={t('account.loggedIn')}>
      <p role="status" className="noscript:hidden">
        {t('shop.loading')}
      </p>
      <noscript>
        <p>{t('account.needsScripts')}</p>
      </noscript>
      <ButtonLink to={homePath} className="justify-self-start">
        {t('notFound.goHome')}
      </ButtonLink>
    </AuthFrame>
  );
}
