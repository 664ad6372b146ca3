import { resetPassword } from '@fynbos/core/accounts/contract.ts';
import '../platform/i18n/parts/account-messages.ts';
import { type ActionFunctionArgs, data, useActionData } from 'react-router';
import { callApi } from '../api-client.ts';
import { loginPath } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import { privateHeaders } from '../platform/pages/private-headers.ts';
import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame } from '../ui/forms/form-frame.tsx';
import { handlePostedForm, postedValues } from '../ui/forms/posted-form.ts';
import { ForgottenForm } from './components/forgot-password-form.tsx';
import { checkEmail } from './state/account-form-validation.ts';
import { resetPasswordPath } from './state/account-paths.ts';

export const headers = privateHeaders;

export async function action({ request }: ActionFunctionArgs) {
  const values = await postedValues(request);
  return handlePostedForm(values, checkEmail, async () => {
    await callApi(resetPassword, { body: { email: (values.email ?? '').trim() }, request });
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
