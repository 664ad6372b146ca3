import { validatePersonalDetails } from '@fynbos/core/checkout/details.ts';
import { useEffect, useRef, useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import type { FieldErrors, Values } from '../accounts/form-checks.ts';
import type { Refusal } from '../accounts/form-refusal.ts';
import { LoginLink } from '../accounts/login-link.tsx';
import { NewPassword } from '../accounts/password.tsx';
import { useProfile } from '../accounts/session/state.ts';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/checkout-messages.ts';
import { useText } from '../i18n/text-context.tsx';
import { checkoutPath } from '../paths.ts';
import { TermsLinks } from '../shell/terms-links.tsx';
import { CheckField, Field } from '../ui/form-fields.tsx';
import { useOnline } from '../ui/online.ts';
import { finishStep, keepable, saveTyped, useDraft } from './draft.ts';
import { rememberPassword, typedPassword } from './new-password.ts';

/**
 * The personal details. Rendered by the server so that typing can start while scripts load: typed text
 * stays, and known values fill the other fields.
 */
export function PersonalStep({ refused, onDone }: { refused: Refusal | undefined; onDone: () => void }) {
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
    <AccountForm
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
      {!profile && !online && <p className="text-soft">{t('checkout.needsNetworkAccount')}</p>}
      {!profile && online && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('account.haveOne')}
          <LoginLink next={checkoutPath} />
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={labels.firstname}
          name="firstname"
          autoComplete="given-name"
          defaultValue={personal.firstname || profile?.firstname}
          required
        />
        <Field
          label={labels.lastname}
          name="lastname"
          autoComplete="family-name"
          defaultValue={personal.lastname || profile?.lastname}
          required
        />
      </div>
      <Field
        label={labels.email}
        hint={t('checkout.emailHint')}
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        key={profile ? 'own' : 'typed'}
        defaultValue={profile?.email ?? personal.email}
        readOnly={profile !== undefined}
        required
      />
      {!profile && online && (
        <>
          <CheckField
            label={t('checkout.createAccount')}
            name="createAccount"
            ref={checkbox}
            defaultChecked={personal.createAccount !== undefined}
            onChange={(event) => setWantsAccount(event.target.checked)}
          />
          {creating && (
            <div className="grid gap-4 border-line border-l-4 pl-4">
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
      )}
    </AccountForm>
  );
}

function checkPersonal(values: Values, isCustomer: boolean): FieldErrors {
  const { firstname = '', lastname = '', email = '', password = '', repeated = '' } = values;
  const createAccount = !isCustomer && values.createAccount !== undefined;
  const terms = values.terms !== undefined;
  return validatePersonalDetails({ firstname, lastname, email, createAccount, password, repeated, terms });
}

/** A short summary of the personal details. */
export function PersonalSummary() {
  const { personal } = useDraft();
  return (
    <p className="wrap-anywhere">
      {personal.firstname} {personal.lastname}
      <span className="block text-soft">{personal.email}</span>
    </p>
  );
}
