import { useText } from '../../platform/i18n/text-context.tsx';
import type { Profile } from '../../platform/session/profile.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { Field } from '../../ui/forms/form-fields.tsx';
import { checkNames } from '../state/account-form-validation.ts';
import { changeCustomer } from '../state/profile-change.ts';
import { UnsentChangeLabel } from './unsent-change-label.tsx';
import { useReportChange } from './use-profile-change-notice.ts';

/** First and last name; the e-mail address cannot be changed (spec accounts 3). */
export function NamesForm({ profile, waiting }: { profile: Profile; waiting: boolean }) {
  const { t } = useText();
  const reportChange = useReportChange();
  const labels = { firstname: t('account.firstname'), lastname: t('account.lastname') };
  return (
    <SubmitForm
      labels={labels}
      check={checkNames}
      submit={t('account.save')}
      offlineToo
      send={async ({ firstname = '', lastname = '' }) => {
        reportChange(await changeCustomer({ firstname, lastname }));
      }}
    >
      {waiting && <UnsentChangeLabel />}
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
    </SubmitForm>
  );
}
