import { provinces } from '@fynbos/core/accounts/address.ts';
import { useEffect, useId, useState } from 'react';
import { storeView } from '../../platform/api/api-settings.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { Field, SelectField } from '../../ui/forms/form-fields.tsx';
import type { Values } from '../../ui/forms/form-values.ts';
import { countries, countryName } from '../state/countries.ts';

/** Labels of the address fields, in order. */
export function useAddressLabels() {
  const { t } = useText();
  return {
    firstname: t('account.firstname'),
    lastname: t('account.lastname'),
    postcode: t('address.postcode'),
    city: t('address.city'),
    region: t('address.province'),
    suburb: t('address.suburb'),
    street: t('address.street'),
    apartment: t('address.apartment'),
    country_id: t('address.country'),
    telephone: t('address.telephone'),
    company: t('address.company'),
    vat_id: t('address.taxId'),
  };
}

/**
 * The fields of an address (spec D35), under the names that browsers' autofill expects. The postal code is first:
 * it fills in town and province, and the browser suggests towns.
 * @param of the initial values
 */
export function AddressFields({
  of,
  autofill = '',
  needsTelephone = true,
}: {
  of: Values;
  /** Which address a browser fills in: `shipping` or `billing`. */
  autofill?: '' | 'shipping' | 'billing';
  needsTelephone?: boolean;
}) {
  const { t, locale } = useText();
  const labels = useAddressLabels();
  const [country, setCountry] = useState(of.country_id || storeView().country);
  const { lookup, place, complete } = useTownLookup(of);
  const towns = useId();
  const warnings = usePlaceWarnings(lookup, country, place);
  const fill = (token: string) => `${autofill} ${token}`.trim();
  const optional = (label: string) => `${label} ${t('account.optional')}`;
  return (
    // Only fields change.
    <div className="grid gap-4" onChange={({ target }) => complete(target as HTMLInputElement)}>
      <NameFields of={of} fill={fill} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={labels.postcode}
          name="postcode"
          autoComplete={fill('postal-code')}
          inputMode={country === 'ZA' ? 'numeric' : 'text'}
          defaultValue={of.postcode}
          warning={warnings.postcode}
          required
        />
        <Field
          label={labels.city}
          name="city"
          autoComplete={fill('address-level2')}
          list={towns}
          defaultValue={of.city}
          required
        />
        <RegionField country={country} of={of} fill={fill} warning={warnings.region} />
        <Field
          label={optional(labels.suburb)}
          name="suburb"
          autoComplete={fill('address-level3')}
          defaultValue={of.suburb}
        />
      </div>
      <Field
        label={labels.street}
        name="street"
        autoComplete={fill('address-line1')}
        defaultValue={of.street}
        required
      />
      <Field
        label={optional(labels.apartment)}
        name="apartment"
        autoComplete={fill('address-line2')}
        defaultValue={of.apartment}
      />
      <SelectField
        label={labels.country_id}
        name="country_id"
        autoComplete={fill('country')}
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
      <TelephoneField country={country} isNeeded={needsTelephone} of={of} fill={fill} />
      {lookup && <TownList id={towns} names={lookup.placeNames()} />}
    </div>
  );
}

type TownLookup = typeof import('../state/town-lookup.lazy.ts');

/** Undefined when it cannot be loaded: an address can be typed without it. */
const loadTownLookup = (): Promise<TownLookup | undefined> =>
  import('../state/town-lookup.lazy.ts').catch(() => undefined);

/** Completes an address while it is typed. `place` is what was typed; `lookup` is undefined until it is loaded. */
function useTownLookup(of: Values) {
  const [lookup, setLookup] = useState<TownLookup>();
  const [place, setPlace] = useState<TypedPlace>(() => ({
    postcode: of.postcode ?? '',
    city: of.city ?? '',
    region: of.region ?? '',
  }));
  useEffect(() => {
    if (of.postcode) void loadTownLookup().then(setLookup);
  }, [of]);
  async function complete({ form, name, value }: HTMLInputElement): Promise<void> {
    if (!form) return;
    if (name in place) setPlace((typed) => ({ ...typed, [name]: value.trim() }));
    const loaded = await loadTownLookup();
    setLookup(loaded);
    loaded?.completePlace(form, name);
  }
  return { lookup, place, complete: (field: HTMLInputElement) => void complete(field) };
}

interface TypedPlace {
  postcode: string;
  city: string;
  /** The code of the province. */
  region: string;
}

/**
 * Warns that the postal code belongs to another city or else to another province: it decides the methods and where the
 * parcel goes.
 */
function usePlaceWarnings(
  lookup: TownLookup | undefined,
  country: string,
  { postcode, city, region }: TypedPlace,
): { postcode: string; region: string } {
  const { t, label } = useText();
  const none = { postcode: '', region: '' };
  if (!lookup || country !== 'ZA') return none;
  const town = lookup.findPostcodeMismatch(city, postcode);
  if (town) return { ...none, postcode: t('address.postcodeElsewhere', { postcode, town }) };
  const code = lookup.findProvinceMismatch(region, postcode);
  const province = provinces.find((known) => known.code === code);
  if (!province) return none;
  return { ...none, region: t('address.provinceElsewhere', { postcode, province: label(province.name) }) };
}

/** Town names for a field with completion. */
function TownList({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}

interface AddressPart {
  of: Values;
  /** The autofill name of a field in this address. */
  fill: (token: string) => string;
}

function NameFields({ of, fill }: AddressPart) {
  const labels = useAddressLabels();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={labels.firstname}
        name="firstname"
        autoComplete={fill('given-name')}
        defaultValue={of.firstname}
        required
      />
      <Field
        label={labels.lastname}
        name="lastname"
        autoComplete={fill('family-name')}
        defaultValue={of.lastname}
        required
      />
    </div>
  );
}

/** A list of provinces where the country has one, and a text otherwise. */
function RegionField({ country, of, fill, warning }: AddressPart & { country: string; warning: string }) {
  const { t, label } = useText();
  const labels = useAddressLabels();
  if (country !== 'ZA')
    return (
      <Field
        label={`${t('address.region')} ${t('account.optional')}`}
        name="region"
        autoComplete={fill('address-level1')}
        defaultValue={of.region ?? ''}
      />
    );
  return (
    <SelectField
      label={labels.region}
      name="region"
      autoComplete={fill('address-level1')}
      defaultValue={of.region ?? ''}
      warning={warning}
      required
    >
      <option value="">{t('address.chooseProvince')}</option>
      {provinces.map(({ code, name }) => (
        <option key={code} value={code}>
          {label(name)}
        </option>
      ))}
    </SelectField>
  );
}

function TelephoneField({
  country,
  isNeeded,
  of,
  fill,
}: AddressPart & { country: string; isNeeded: boolean }) {
  const { t } = useText();
  const { telephone } = useAddressLabels();
  const hint = country === 'ZA' ? 'address.telephoneHint' : 'address.telephoneHintAbroad';
  return (
    <Field
      label={isNeeded ? telephone : `${telephone} ${t('account.optional')}`}
      hint={isNeeded ? t(hint) : undefined}
      name="telephone"
      type="tel"
      autoComplete={fill('tel')}
      defaultValue={of.telephone}
      required={isNeeded}
    />
  );
}
