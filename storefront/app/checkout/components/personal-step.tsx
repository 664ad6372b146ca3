import { validatePersonalDetails } from '@fynbos/core/checkout/checkout-details.ts';
import { useEffect, useRef, useState } from 'react';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { NewPassword } from '../../accounts/components/password-fields.tsx';
import type { Profile } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import type { FormRefusal } from '../../ui/forms/form-errors.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { TermsLinks } from '../../accounts/components/terms-links.tsx';
import { checkoutPath } from '../../paths.ts';
import { shortestName } from '../../platform/api/api-settings.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { EmailField, EmailSuggestion } from '../../ui/forms/email-field.tsx';
import { CheckField, Field } from '../../ui/forms/form-fields.tsx';
import { changeDraft, finishStep, keepable, saveTyped, useDraft } from '../state/checkout-draft.ts';
import { rememberPassword, typedPassword } from '../state/new-password.ts';

/**
 * The personal details. Rendered by the server so that typing can start while scripts load: typed text
 * stays, and known values fill the other fields.
 */
export function PersonalStep({ refused, onDone }: { refused: FormRefusal | undefined; onDone: () => void }) {
  const { t } = useText();
  const { personal } = useDraft();
  const profile = useProfile();
  const online = useOnline();
  const [wantsAccount, setWantsAccount] = useState<boolean>();
  const checkbox = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The shopper may have ticked the checkbox while scripts were loading.
    if (checkbox.current && checkbox.current.checked !== checkbox.current.defaultChecked)
      setWantsAccount(checkbox.current.checked);
  }, []);
  const creating = !profile && online && (wantsAccount ?? personal.createAccount !== undefined);
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
      labels={labels}
      refused={refused}
      check={(values) => checkPersonal(values, profile !== undefined)}
      submit={t('checkout.continue')}
      offlineToo
      unready={t('checkout.unready')}
      onLeave={(values) => saveTyped('personal-details', 'personal', values)}
      send={async (values) => {
        rememberPassword(values.createAccount ? (values.password ?? '') : '');
        finishStep('personal-details', { personal: keepable(values) });
        onDone();
      }}
    >
      {!profile && !online && <p className="text-muted">{t('checkout.needsNetworkAccount')}</p>}
      {!profile && online && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('account.haveOne')}
          <LoginLink next={checkoutPath} />
        </p>
      )}
      <PersonalFields profile={profile} />
      {!profile && online && (
        <NewAccount checkbox={checkbox} isChosen={creating} onChoice={setWantsAccount} />
      )}
    </SubmitForm>
  );
}

function PersonalFields({ profile }: { profile: Profile | undefined }) {
  const { t } = useText();
  const { personal } = useDraft();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('account.firstname')}
          name="firstname"
          autoComplete="given-name"
          defaultValue={personal.firstname || profile?.firstname}
          required
        />
        <Field
          label={t('account.lastname')}
          name="lastname"
          autoComplete="family-name"
          defaultValue={personal.lastname || profile?.lastname}
          required
        />
      </div>
      <EmailField
        label={t('account.email')}
        hint={t('checkout.emailHint')}
        name="email"
        autoComplete="email"
        key={profile ? 'own' : 'typed'}
        defaultValue={profile?.email ?? personal.email}
        readOnly={profile !== undefined}
        required
      />
    </>
  );
}

/** Creates an account together with the order. */
function NewAccount({
  checkbox,
  isChosen,
  onChoice,
}: {
  checkbox: React.Ref<HTMLInputElement>;
  isChosen: boolean;
  onChoice: (isChosen: boolean) => void;
}) {
  const { t } = useText();
  const { personal } = useDraft();
  return (
    <>
      <CheckField
        label={t('checkout.createAccount')}
        name="createAccount"
        ref={checkbox}
        defaultChecked={personal.createAccount !== undefined}
        onChange={(event) => onChoice(event.target.checked)}
      />
      {isChosen && (
        <div className="grid gap-4 border-divider border-l-4 pl-4">
          <NewPassword name="password" />
          <CheckField
            label={t('account.terms')}
            name="terms"
            defaultChecked={Boolean(typedPassword())}
            required
          />
          <TermsLinks of={['use', 'privacy']} />
        </div>
      )}
    </>
  );
}

function checkPersonal(values: Values, isCustomer: boolean): FieldErrors {
  const { firstname = '', lastname = '', email = '', password = '', repeated = '' } = values;
  const createAccount = !isCustomer && values.createAccount !== undefined;
  const terms = values.terms !== undefined;
  return validatePersonalDetails(
    { firstname, lastname, email, createAccount, password, repeated, terms },
    shortestName(),
  );
}

/** A short summary of the personal details, with a suggestion for an e-mail address that is probably wrong. */
export function PersonalSummary() {
  const { personal } = useDraft();
  const isGuest = !useProfile();
  return (
    <>
      <p className="wrap-anywhere">
        {personal.firstname} {personal.lastname}
        <span className="block text-muted">{personal.email}</span>
      </p>
      <div role="status">
        {isGuest && (
          <EmailSuggestion
            email={personal.email ?? ''}
            onAccept={(email) => changeDraft({ personal: { ...personal, email } })}
          />
        )}
      </div>
    </>
  );
}
