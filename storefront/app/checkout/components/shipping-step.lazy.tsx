import { normalPhone } from '@fynbos/core/accounts/field-rules.ts';
import { phoneText } from '@fynbos/core/accounts/phone-text.ts';
import { validateDeliveryAddress } from '@fynbos/core/checkout/checkout-details.ts';
import { useState } from 'react';
import { AddressFields, useAddressLabels } from '../../accounts/components/address-fields.tsx';
import { addressOf } from '../../accounts/state/account-form-validation.ts';
import { addressValues } from '../../accounts/state/address-conversion.ts';
import { MethodDays, useCollectionText } from '../../cart/components/shipping-methods.tsx';
import { cartActions } from '../../cart/state/current-cart.ts';
import { shippingMethodCode } from '../../cart/sync/cart-methods.ts';
import { deliveryPlace } from '../../delivery/state/delivery-place.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { Profile } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { SubmitForm } from '../../ui/forms/form.tsx';
import { type FormRefusal, useFieldErrorText } from '../../ui/forms/form-errors.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { shortestName, storeView } from '../../platform/api/api-settings.ts';
import { CheckField, SelectField } from '../../ui/forms/form-fields.tsx';
import { currentDraft, finishStep, keepable, saveTyped, useDraft } from '../state/checkout-draft.ts';
import { usualAddress } from '../state/first-values.ts';
import { placeOf } from '../state/order-request-body.ts';
import { choosePlaceOf } from '../state/place-of-address.ts';
import { type Offered, ShippingMethodChoice, useOfferedMethods } from './shipping-method-choice.tsx';

/** The shipping address and the shipping method (CHK-2). */
export default function ShippingStep({
  refused,
  onDone,
}: {
  refused: FormRefusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const profile = useProfile();
  const [begun, setBegun] = useState(() => firstValues(profile));
  const [place, setPlace] = useState(() => placeOf(begun));
  const { offered, retry } = useOfferedMethods(place);
  const hasMethods = offered.state === 'there' && offered.methods.some(({ available }) => available);
  const errorOf = useFieldErrorText();
  const [isMethodMissing, setMethodMissing] = useState(false);
  const methodError = isMethodMissing ? errorOf('method_required') : undefined;
  // The sentence about a missing choice names the field itself.
  const labels = { ...useAddressLabels(), way: isMethodMissing ? '' : t('cart.ways') };
  return (
    <SubmitForm
      labels={labels}
      refused={refused}
      check={(values) => {
        const fieldErrors: FieldErrors = validateDeliveryAddress(addressOf(values), shortestName());
        // The methods are known once the address is: until then only the address is reported.
        const isMissing = values.way === undefined && (hasMethods || Object.keys(fieldErrors).length === 0);
        setMethodMissing(isMissing);
        return isMissing ? { ...fieldErrors, way: 'method_required' } : fieldErrors;
      }}
      submit={t('checkout.continue')}
      offlineToo
      onLeave={(values) => saveTyped('shipping', 'shipping', values)}
      send={async (values) => {
        if (await chooseMethod(values, offered)) onDone();
        else setMethodMissing(true);
      }}
    >
      <ShippingAddress
        profile={profile}
        begun={begun}
        onTyped={(values) => setPlace(placeOf(values))}
        onChosen={(values) => {
          setBegun(values);
          setPlace(placeOf(values));
        }}
      />
      <ShippingMethodChoice
        offered={offered}
        retry={retry}
        place={place}
        error={methodError ?? (refused?.fieldErrors.way && errorOf(refused.fieldErrors.way))}
      />
    </SubmitForm>
  );
}

/** The address determines the shipping methods and their prices. */
function ShippingAddress({
  profile,
  begun,
  onTyped,
  onChosen,
}: {
  profile: Profile | undefined;
  begun: Values;
  onTyped: (values: Values) => void;
  /** Another address of the customer was chosen. */
  onChosen: (values: Values) => void;
}) {
  const { t } = useText();
  const readForm = (form: HTMLFormElement) =>
    onTyped(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)])));
  return (
    <div
      className="grid gap-4"
      onChange={(event) => {
        // Only fields change.
        const { form } = event.target as HTMLInputElement;
        if (form) readForm(form);
      }}
    >
      {profile && profile.addresses.length > 0 && (
        <AddressBook profile={profile} chosen={begun.book ?? ''} onChoice={onChosen} />
      )}
      <AddressFields key={begun.book ?? 'new'} of={begun} autofill="shipping" />
      {profile && (
        <CheckField label={t('checkout.saveAddress')} name="save" defaultChecked={begun.save !== undefined} />
      )}
    </div>
  );
}

/**
 * Tells the shop the chosen method, and finishes the step.
 * @returns false if the chosen method is not offered
 */
async function chooseMethod(values: Values, offered: Offered): Promise<boolean> {
  const methods = offered.state === 'there' ? offered.methods : [];
  const shippingMethod = methods.find(
    (method) => method.available && shippingMethodCode(method) === values.way,
  );
  if (!shippingMethod) return false;
  const isCached = offered.state === 'there' && offered.isCached;
  const result = isCached ? undefined : await cartActions.chooseDelivery(placeOf(values), shippingMethod);
  // If the shop was unreachable, the shipping method is sent with the order.
  if (result && !result.isUnheard) throw result.problem;
  const isUnsynced = isCached || result !== undefined;
  finishStep('shipping', { shipping: keepable(values), way: shippingMethod, untold: isUnsynced });
  choosePlaceOf(values);
  return true;
}

/** Fills the form with an address of the customer, or empties it for another one. */
function AddressBook({
  profile,
  chosen,
  onChoice,
}: {
  profile: Profile;
  /** The id of the chosen address. */
  chosen: string;
  onChoice: (values: Values) => void;
}) {
  const { t } = useText();
  return (
    <SelectField
      label={t('checkout.addressBook')}
      name="book"
      defaultValue={chosen}
      onChange={({ target }) => {
        const address = profile.addresses.find(({ id }) => String(id) === target.value);
        onChoice(address ? { ...addressValues(address), book: target.value } : emptyFor(profile));
      }}
    >
      {profile.addresses.map((address) => (
        <option key={String(address.id)} value={String(address.id)}>
          {[...address.street, address.suburb, address.city].filter(Boolean).join(', ')}
        </option>
      ))}
      <option value="">{t('checkout.otherAddress')}</option>
    </SelectField>
  );
}

/** The values typed before, or the known data of the customer. */
function firstValues(profile: Profile | undefined): Values {
  const { shipping, personal } = currentDraft();
  if (shipping.street || shipping.postcode) return shipping;
  const usual = usualAddress(profile);
  if (usual) return usual;
  const { firstname = '', lastname = '' } = personal;
  return { firstname, lastname, country_id: storeView().country, ...knownPlace(), ...shipping };
}

/** The place that the shopper named before, as part of an address. */
function knownPlace(): Values {
  const { postcode = '', city = '', region_code: region = '' } = deliveryPlace.get()?.place ?? {};
  return { ...(postcode && { postcode }), ...(city && { city }), ...(region && { region }) };
}

const emptyFor = ({ firstname, lastname }: Profile): Values => ({
  firstname,
  lastname,
  country_id: storeView().country,
});

/** A short summary of address and shipping method. */
export function ShippingSummary() {
  const { label } = useText();
  const collectionText = useCollectionText();
  const { shipping, way: shippingMethod } = useDraft();
  return (
    <div className="grid gap-2">
      <TypedAddress values={shipping} />
      {shippingMethod && (
        <p>
          {collectionText(shippingMethod) ?? label(shippingMethod.carrier_title)}{' '}
          <span className="text-muted">{label(shippingMethod.method_title)}</span>
          <MethodDays method={shippingMethod} />
        </p>
      )}
    </div>
  );
}

/** A typed address in the layout of a parcel label. */
function TypedAddress({ values }: { values: Values }) {
  const { label } = useText();
  const { apartment, street, suburb, city, postcode, company, vat_id } = values;
  const typed = values.telephone ?? '';
  const telephone = phoneText(normalPhone(typed, values.country_id ?? '') ?? typed);
  const { region } = placeOf(values);
  const name = `${values.firstname ?? ''} ${values.lastname ?? ''}`;
  const town = `${city ?? ''} ${postcode ?? ''}`;
  const lines = [company, name, apartment, street, suburb, town, region && label(region), telephone, vat_id];
  return (
    <address className="not-italic leading-snug">
      {lines
        .filter((line) => line?.trim())
        .map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
    </address>
  );
}
