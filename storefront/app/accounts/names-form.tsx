import { useText } from '../i18n/text-context.tsx';
import { Field } from '../ui/form-fields.tsx';
import { AccountForm } from './account-form.tsx';
import { checkNames } from './form-checks.ts';
import { NotSent } from './not-sent.tsx';
import { changeCustomer } from './session/change-customer.ts';
import type { Profile } from './session/profile.ts';
import { useReportChange } from './tell-change.ts';

/** First and last name; the e-mail address cannot be changed (spec accounts 3). */
export function NamesForm({ profile, waiting }: { profile: Profile; waiting: boolean }) {
  const { t } = useText();
  const reportChange = useReportChange();
  const labels = { firstname: t('account.firstname'), lastname: t('account.lastname') };
  return (
    <AccountForm
      labels={labels}
      check={checkNames}
      submit={t('account.save')}
      offlineToo
      send={async ({ firstname = '', lastname = '' }) => {
        reportChange(await changeCustomer({ firstname, lastname }));
      }}
    >
      {waiting && <NotSent />}
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
