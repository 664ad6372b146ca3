import { createCustomer } from '@fynbos/core/accounts/contract.ts';
import { callApi } from '../../api-client.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { logIn } from '../../platform/session/session.ts';
import { EmailField } from '../../ui/forms/email-field.tsx';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { type FormRefusal, forTechnicalFailures } from '../../ui/forms/form-errors.ts';
import { CheckField, Field } from '../../ui/forms/form-fields.tsx';
import { checkRegistration } from '../state/account-form-validation.ts';
import { registrationOf } from '../state/registration.ts';
import { NewPassword } from './password-fields.tsx';
import { TermsLinks } from './terms-links.tsx';

/** Creates an account, then logs the new customer in (wire contract 1.3). */
export function RegisterForm({
  action,
  refused,
  onDone,
}: {
  action?: string;
  refused?: FormRefusal;
  onDone: () => void;
}) {
  const { t, locale } = useText();
  const labels = {
    firstname: t('account.firstname'),
    lastname: t('account.lastname'),
    email: t('account.email'),
    password: t('account.password'),
    repeated: t('account.repeatPassword'),
    terms: '',
  };
  return (
    <SubmitForm
      action={action}
      refused={refused}
      labels={labels}
      check={checkRegistration}
      sentences={forTechnicalFailures('account.authorisation')}
      submit={t('account.register')}
      send={async (values) => {
        const body = registrationOf(values, locale);
        await callApi(createCustomer, { body });
        await logIn(body.customer.email, body.password);
        onDone();
      }}
    >
      <Field label={labels.firstname} name="firstname" autoComplete="given-name" required />
      <Field label={labels.lastname} name="lastname" autoComplete="family-name" required />
      <EmailField label={labels.email} name="email" autoComplete="username" required />
      <NewPassword name="password" />
      <div>
        <CheckField label={t('account.allowCommunication')} name="allowCommunication" />
        <CheckField label={t('account.terms')} name="terms" required />
        <TermsLinks of={['use', 'privacy']} />
      </div>
    </SubmitForm>
  );
}
