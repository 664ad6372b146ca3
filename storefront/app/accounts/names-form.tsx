import { useText } from '../i18n/text-context.tsx';
import { Field } from '../ui/form-fields.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AccountForm } from './account-form.tsx';
import { checkNames } from './form-checks.ts';
import { changeCustomer } from './session/change-customer.ts';
import type { Profile } from './session/profile.ts';

/** First and last name; the e-mail address stays what it is (accounts 3). */
export function NamesForm({ profile }: { profile: Profile }) {
  const { t } = useText();
  const { notify } = useNotices();
  const labels = { firstname: t('account.firstname'), lastname: t('account.lastname') };
  return (
    <AccountForm
      labels={labels}
      check={checkNames}
      submit={t('account.save')}
      send={async ({ firstname = '', lastname = '' }) => {
        await changeCustomer({ firstname, lastname });
        notify({ kind: 'success', message: t('profile.updated') });
      }}
    >
      <p>
        <span className="font-semibold">{t('account.email')}:</span> {profile.email}
      </p>
      <Field
        label={labels.firstname}
        name="firstname"
        autoComplete="given-name"
        defaultValue={profile.firstname}
        required
      />
      <Field
        label={labels.lastname}
        name="lastname"
        autoComplete="family-name"
        defaultValue={profile.lastname}
        required
      />
    </AccountForm>
  );
}
