import { eraseCustomer } from '@fynbos/core/accounts/contract.ts';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import { homePath } from '../paths.ts';
import { CheckField } from '../ui/form-fields.tsx';
import { InlineNotice } from '../ui/notice-box.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AccountForm } from './account-form.tsx';
import { checkErasure } from './form-checks.ts';
import { Password } from './password.tsx';
import { callAsCustomer } from './session/call-as-customer.ts';
import { forgetCustomer } from './session/session.ts';
import { mayLeave } from './session/session-events.ts';

/** Deletes the account, after a clear warning and with the password. */
export function EraseForm() {
  const { t } = useText();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const labels = { currentPassword: t('account.password'), understood: '' };
  return (
    <>
      <InlineNotice icon="warning" title={t('profile.eraseWarning')}>
        <p>{t('profile.eraseText')}</p>
      </InlineNotice>
      <AccountForm
        labels={labels}
        check={checkErasure}
        submit={t('profile.eraseNow')}
        variant="plain"
        send={async ({ currentPassword = '' }) => {
          if (!(await mayLeave('erased'))) return;
          await callAsCustomer(eraseCustomer, { body: { currentPassword } });
          await forgetCustomer();
          notify({ kind: 'success', message: t('profile.erased'), hasNoTimeout: true });
          navigate(homePath);
        }}
      >
        <Password
          label={labels.currentPassword}
          name="currentPassword"
          autoComplete="current-password"
          required
        />
        <CheckField label={t('profile.eraseUnderstood')} name="understood" required />
      </AccountForm>
    </>
  );
}
