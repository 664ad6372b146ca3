import { checkPasswordLink, confirmPasswordReset } from '@fynbos/core/accounts/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import '../platform/i18n/parts/profile-messages.ts';
import { ownPath } from '@fynbos/core/accounts/same-site-path.ts';
import { useEffect, useState } from 'react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useNavigate,
} from 'react-router';
import { callApi } from '../api-client.ts';
import { loginPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { InlineNotice } from '../ui/notices/inline-notice.tsx';
import { useNotices } from '../ui/notices/notices-provider.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { checkNewPassword } from './state/account-form-validation.ts';
import { loginPathFor, resetPasswordPath } from './state/account-paths.ts';

/**
 * The address of this page is secret: a `Referer` has the origin alone. With `no-referrer`, browsers would post the
 * form without an origin, and the shop would refuse it.
 */
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'strict-origin' });

/** The mailed link and the page to open afterwards, which must be a path of our own (spec D10). */
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
  return handlePostedForm(values, checkNewPassword, async () => {
    await callApi(confirmPasswordReset, { body: { link, newPassword }, request });
    return redirect(loginPath, 303);
  });
}

/** The page removes the link from the address bar and the history. It does not load again without the link. */
export const shouldRevalidate = () => false;

/** Page to choose a new password with a mailed link (spec accounts 2.1). */
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
  const destination = back && back !== '/' ? loginPathFor(back) : loginPath;
  return (
    <AuthFrame title={t('account.newPasswordTitle')}>
      {dead ? (
        <InlineNotice icon="warning" title={t('problem.password_link_invalid')}>
          <ButtonLink to={resetPasswordPath} className="justify-self-start">
            {t('account.sendReset')}
          </ButtonLink>
        </InlineNotice>
      ) : (
        <NewPasswordForm
          key={posted ? 'posted' : 'new'}
          action="?"
          link={link}
          refused={posted?.refused}
          onDone={() => {
            notify({ kind: 'success', message: t('account.passwordChanged') });
            navigate(destination, { replace: true });
          }}
        />
      )}
    </AuthFrame>
  );
}

/** Removes the secret from the address bar, and checks whether the link is still valid. */
function useDeadLink(link: string): boolean {
  const [dead, setDead] = useState(link === '');
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname);
    if (link === '') return;
    callApi(checkPasswordLink, { body: { forgotPasswordHash: link } }).then(
      ({ result }) => setDead(!result.valid),
      // Unknown: submitting the form will show it.
      () => {},
    );
  }, [link]);
  return dead;
}
