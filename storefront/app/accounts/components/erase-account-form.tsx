import { eraseCustomer } from '@fynbos/core/accounts/contract.ts';
import { useNavigate } from 'react-router';
import { homePath } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/profile-messages.ts';
import { callAsCustomer } from '../../platform/session/call-as-customer.ts';
import { forgetCustomer } from '../../platform/session/session.ts';
import { mayLeave } from '../../platform/session/session-events.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { CheckField } from '../../ui/forms/form-fields.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { checkErasure } from '../state/account-form-validation.ts';
import { Password } from './password-fields.tsx';

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
      <SubmitForm
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
      </SubmitForm>
    </>
  );
}
