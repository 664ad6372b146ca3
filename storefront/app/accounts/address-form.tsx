import { provinces } from '@fynbos/core/accounts/address.ts';
import { useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import { Button } from '../ui/button.tsx';
import { CheckField, Field, SelectField } from '../ui/form-fields.tsx';
import { useNotices } from '../ui/notices-provider.tsx';
import { AccountForm } from './account-form.tsx';
import { wireAddress, withAddress } from './address-book.ts';
import type { WireAddress } from './address-lines.tsx';
import { countries, countryName } from './countries.ts';
import { checkAddress } from './form-checks.ts';
import { changeCustomer } from './session/change-customer.ts';
import type { Profile } from './session/profile.ts';

/** One address of the book (decision 35): the order and the names browsers fill in by. */
export function AddressForm({
  address,
  profile,
  onDone,
}: {
  /** Left out for a new one. */
  address: WireAddress | undefined;
  profile: Profile;
  onDone: () => void;
}) {
  const { t, locale } = useText();
  const { notify } = useNotices();
  const [country, setCountry] = useState(address?.country_id ?? 'ZA');
  const isFirst = profile.addresses.length === 0;
  const labels = {
    firstname: t('account.firstname'),
    lastname: t('account.lastname'),
    street: t('address.street'),
    apartment: t('address.apartment'),
    suburb: t('address.suburb'),
    city: t('address.city'),
    region: t('address.province'),
    postcode: t('address.postcode'),
    country_id: t('address.country'),
    telephone: t('address.telephone'),
    company: t('address.company'),
    vat_id: t('address.taxId'),
  };
  return (
    <AccountForm
      labels={labels}
      check={checkAddress}
      submit={t('account.save')}
      send={async (values) => {
        const addresses = withAddress(profile.addresses, wireAddress(values, address?.id));
        await changeCustomer({ addresses });
        notify({ kind: 'success', message: t('profile.updated') });
        onDone();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={labels.firstname}
          name="firstname"
          autoComplete="given-name"
          defaultValue={address?.firstname ?? profile.firstname}
          required
        />
        <Field
          label={labels.lastname}
          name="lastname"
          autoComplete="family-name"
          defaultValue={address?.lastname ?? profile.lastname}
          required
        />
      </div>
      <Field
        label={labels.street}
        name="street"
        autoComplete="address-line1"
        defaultValue={address?.street[0]}
        required
      />
      <Field
        label={`${labels.apartment} ${t('account.optional')}`}
        name="apartment"
        autoComplete="address-line2"
        defaultValue={address?.street[1]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={`${labels.suburb} ${t('account.optional')}`}
          name="suburb"
          autoComplete="address-level3"
          defaultValue={address?.suburb}
        />
        <Field
          label={labels.city}
          name="city"
          autoComplete="address-level2"
          defaultValue={address?.city}
          required
        />
        {country === 'ZA' ? (
          <SelectField
            label={labels.region}
            name="region"
            autoComplete="address-level1"
            defaultValue={address?.region?.region_code ?? ''}
            required
          >
            <option value="">{t('address.chooseProvince')}</option>
            {provinces.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
        ) : (
          <Field
            label={`${labels.region} ${t('account.optional')}`}
            name="region"
            autoComplete="address-level1"
            defaultValue={address?.region?.region ?? ''}
          />
        )}
        <Field
          label={labels.postcode}
          name="postcode"
          autoComplete="postal-code"
          inputMode={country === 'ZA' ? 'numeric' : 'text'}
          defaultValue={address?.postcode}
          required
        />
      </div>
      <SelectField
        label={labels.country_id}
        name="country_id"
        autoComplete="country"
        value={country}
        onChange={(event) => setCountry(event.target.value)}
        required
      >
        {countries.map((code) => (
          <option key={code} value={code}>
            {countryName(code, locale)}
          </option>
        ))}
      </SelectField>
      <Field
        label={labels.telephone}
        hint={t('address.telephoneHint')}
        name="telephone"
        type="tel"
        autoComplete="tel"
        defaultValue={address?.telephone}
        required
      />
      <details open={Boolean(address?.company || address?.vat_id)}>
        <summary className="flex min-h-11 items-center font-semibold text-leaf underline underline-offset-4">
          {t('address.forInvoice')}
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          <Field
            label={labels.company}
            name="company"
            autoComplete="organization"
            defaultValue={address?.company}
          />
          <Field label={labels.vat_id} name="vat_id" autoComplete="off" defaultValue={address?.vat_id} />
        </div>
      </details>
      <div>
        <CheckField
          label={t('address.useShipping')}
          name="default_shipping"
          defaultChecked={address?.default_shipping ?? isFirst}
        />
        <CheckField
          label={t('address.useBilling')}
          name="default_billing"
          defaultChecked={address?.default_billing ?? isFirst}
        />
      </div>
      <Button look="quiet" onClick={onDone} className="order-last justify-self-start">
        {t('account.cancel')}
      </Button>
    </AccountForm>
  );
}
