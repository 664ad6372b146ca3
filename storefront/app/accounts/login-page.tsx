import { login } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { useEffect } from 'react';
import { type ActionFunctionArgs, redirect, useActionData, useSearchParams } from 'react-router';
import { registerPath } from '../account-paths.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { homePath, loginPath, withQuery } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useWayOn } from './after-login.ts';
import { AuthFrame } from './auth-frame.tsx';
import { checkLogin } from './form-checks.ts';
import { LoginForm } from './login-form.tsx';
import { postedValues, takePosted } from './posted-form.ts';
import { privateHeaders } from './private-headers.ts';
import { adoptSession } from './session/session.ts';

export const headers = privateHeaders;

/** The form as a browser posts it before scripts: the session's cookie comes back, and the way on. */
export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const { username = '', password = '' } = values;
  return takePosted(values, checkLogin, async () => {
    const { cookies = [] } = await call(login, { body: { username, password }, request });
    const next = new URL(request.url).searchParams.get('next');
    return redirect(withQuery(loginPath, new URLSearchParams({ done: '1', ...(next && { next }) })), {
      status: 303,
      headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
    });
  });
}

/** Login on a page of its own (accounts 2.1). */
export default function LoginPage() {
  const { t } = useText();
  const [query] = useSearchParams();
  const posted = useActionData<typeof action>();
  useWayOn();
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
          <ButtonLink look="plain" to={withQuery(registerPath, onward)} className="justify-self-start">
            {t('account.register')}
          </ButtonLink>
        </>
      }
    >
      {next && <NoticeBox>{t('problem.not_logged_in')}</NoticeBox>}
      <LoginForm
        key={posted ? 'posted' : 'new'}
        action={withQuery(loginPath, onward)}
        refused={posted?.refused}
        onDone={() => {}}
      />
    </AuthFrame>
  );
}

/** After a login without scripts: they fetch the profile once they are there; without them the shop is open. */
function Done() {
  const { t } = useText();
  useEffect(() => {
    adoptSession().catch(() => {});
  }, []);
  return (
    <AuthFrame title={t('account.loggedIn')}>
      <p role="status" className="unscripted:hidden">
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
