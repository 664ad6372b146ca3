import { checkPasswordLink, confirmPasswordReset } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { ownPath } from '@fynbos/core/accounts/own-path.ts';
import { useEffect, useState } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useNavigate,
} from 'react-router';
import { loginPathFor, resetPasswordPath } from '../account-paths.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { loginPath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { checkNewPassword } from './form-checks.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { postedValues, takePosted } from './posted-form.ts';
import { privateHeaders } from './private-headers.ts';

/** The address of this page is a secret: nothing it leads to hears where one came from. */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'no-referrer' });

/** The mailed link, and where to go on: only a path of our own (decision 10). */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const back = searchParams.get('redirectUrl');
  return {
    link: (searchParams.get('link') ?? '').slice(0, 1024),
    back: back ? ownPath(back) : undefined,
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  const { link = '', newPassword = '' } = values;
  return takePosted(values, checkNewPassword, async () => {
    await call(confirmPasswordReset, { body: { link, newPassword }, request });
    return redirect(loginPath, 303);
  });
}

/** Once read it leaves the address bar, and with it the history; without it nothing is asked again. */
export const shouldRevalidate = () => false;

/** Chooses a new password by a mailed link (accounts 2.1). */
export default function NewPasswordPage({
  loaderData: { link, back },
}: {
  loaderData: ReturnType<typeof loader>;
}) {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const posted = useActionData<typeof action>();
  const dead = useDeadLink(link);
  const way = back && back !== '/' ? loginPathFor(back) : loginPath;
  return (
    <AuthFrame title={t('account.newPasswordTitle')}>
      {dead ? (
        <NoticeBox icon="warning" title={t('problem.password_link_invalid')}>
          <ButtonLink to={resetPasswordPath} className="justify-self-start">
            {t('account.sendReset')}
          </ButtonLink>
        </NoticeBox>
      ) : (
        <NewPasswordForm
          key={posted ? 'posted' : 'new'}
          action="?"
          link={link}
          refused={posted?.refused}
          onDone={() => {
            notify({ kind: 'success', message: t('account.passwordChanged') });
            navigate(way, { replace: true });
          }}
        />
      )}
    </AuthFrame>
  );
}

/** Takes the secret out of the address bar, and finds out whether it still opens anything. */
function useDeadLink(link: string): boolean {
  const [dead, setDead] = useState(link === '');
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
    if (link === '') return;
    call(checkPasswordLink, { body: { forgotPasswordHash: link } }).then(
      ({ result }) => setDead(!result.valid),
      // Not known: the form will say.
      () => {},
    );
  }, [link]);
  return dead;
}
