import { resetPassword } from '@fynbos/core/accounts/contract.ts';
import '../i18n/needs/account-messages.ts';
import { type ActionFunctionArgs, data, useActionData } from 'react-router';
import { resetPasswordPath } from '../account-paths.ts';
import { call } from '../api.ts';
import { useText } from '../i18n/text-context.tsx';
import { loginPath } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { ForgottenForm } from './forgotten-form.tsx';
import { checkEmail } from './form-checks.ts';
import { postedValues, handlePostedForm } from './posted-form.ts';
import { privateHeaders } from './private-headers.ts';

export const headers = privateHeaders;

export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(values, checkEmail, async () => {
    await call(resetPassword, { body: { email: (values.email ?? '').trim() }, request });
    return data({ refused: undefined });
  });
}

/** The page that requests a password reset mail (spec accounts 2.1). */
export default function ResetPasswordPage() {
  const { t } = useText();
  const posted = useActionData<typeof action>();
  return (
    <AuthFrame
      title={t('account.forgotten')}
      beside={
        <>
          <h2 className="font-bold text-xl">{t('account.haveOne')}</h2>
          <ButtonLink variant="plain" to={loginPath} className="justify-self-start">
            {t('account.logIn')}
          </ButtonLink>
        </>
      }
    >
      <ForgottenForm
        key={posted ? 'posted' : 'new'}
        action={resetPasswordPath}
        refused={posted?.refused}
        sent={posted !== undefined && !posted.refused}
      />
    </AuthFrame>
  );
}
