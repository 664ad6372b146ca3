import { validateDeliveryAddress } from '@fynbos/core/checkout/checkout-details.ts';
import { lazy, Suspense, useState } from 'react';
import { AddressFields, useAddressLabels } from '../../accounts/components/address-fields.tsx';
import { addressOf } from '../../accounts/state/account-form-validation.ts';
import { addressValues } from '../../accounts/state/address-conversion.ts';
import { cartActions } from '../../cart/state/current-cart.ts';
import { shippingMethodCode } from '../../cart/sync/cart-actions.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import type { Profile } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { AccountForm } from '../../ui/forms/form.tsx';
import { type Refusal, useFieldErrorText } from '../../ui/forms/form-errors.ts';
import type { FieldErrors, Values } from '../../ui/forms/form-values.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { CheckField, SelectField } from '../../ui/forms/form-fields.tsx';
import { currentDraft, finishStep, keepable, saveTyped } from '../state/checkout-draft.ts';
import { placeOf } from '../state/order-request-body.ts';
import { ShippingMethodChoice, useOfferedMethods } from './shipping-method-choice.tsx';

const TownList = lazy(async () => ({ default: (await import('./town-list.lazy.tsx')).TownList }));
const towns = 'checkout-towns';
/** Fields from which the rest of an address can be completed. */
const placeFields = new Set(['postcode', 'suburb', 'city']);

/** The shipping address and the shipping method (CHK-2). */
export default function ShippingStep({
  refused,
  onDone,
}: {
  refused: Refusal | undefined;
  onDone: () => void;
}) {
  const { t } = useText();
  const profile = useProfile();
  const [begun, setBegun] = useState(() => firstValues(profile));
  const [place, setPlace] = useState(() => placeOf(begun));
  const { offered, retry } = useOfferedMethods(place);
  const labels = { ...useAddressLabels(), way: '' };
  const errorOf = useFieldErrorText();
  const [touched, setTouched] = useState(false);
  const [isMethodMissing, setMethodMissing] = useState(false);
  const methodError = isMethodMissing ? t('checkout.chooseWay') : undefined;

  /** Reads the form; the address determines the shipping methods and their prices. */
  function readForm(form: HTMLFormElement): Values {
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setPlace(placeOf(values));
    return values;
  }

  return (
    <AccountForm
      labels={labels}
      refused={refused}
      check={(values) => {
        const fieldErrors: FieldErrors = validateDeliveryAddress(addressOf(values));
        const isMissing = values.way === undefined;
        setMethodMissing(isMissing);
        return isMissing ? { ...fieldErrors, way: 'required' } : fieldErrors;
      }}
      submit={t('checkout.continue')}
      offlineToo
      onLeave={(values) => saveTyped('shipping', 'shipping', values)}
      send={async (values) => {
        const methods = offered.state === 'there' ? offered.methods : [];
        const shippingMethod = methods.find((method) => shippingMethodCode(method) === values.way);
        if (!shippingMethod) return setMethodMissing(true);
        const isCached = offered.state === 'there' && offered.isCached;
        const result = isCached
          ? undefined
          : await cartActions.chooseDelivery(placeOf(values), shippingMethod);
        // If the shop was unreachable, the shipping method is sent with the order.
        if (result && !result.isUnheard) throw result.problem;
        const isUnsynced = isCached || result !== undefined;
        finishStep('shipping', { shipping: keepable(values), way: shippingMethod, untold: isUnsynced });
        onDone();
      }}
    >
      <div
        className="grid gap-4"
        onChange={(event) => {
          const { form, name } = event.target as HTMLInputElement;
          if (!form) return;
          setTouched(true);
          readForm(form);
          if (!placeFields.has(name)) return;
          void import('../state/fill-address.lazy.ts').then(({ fillPlace }) => {
            fillPlace(form, name);
            readForm(form);
          });
        }}
      >
        {profile && profile.addresses.length > 0 && (
          <SelectField
            label={t('checkout.addressBook')}
            name="book"
            defaultValue={begun.book ?? ''}
            onChange={({ target }) => {
              const chosen = profile.addresses.find(({ id }) => String(id) === target.value);
              const values = chosen ? { ...addressValues(chosen), book: target.value } : emptyFor(profile);
              setBegun(values);
              setPlace(placeOf(values));
            }}
          >
            {profile.addresses.map((address) => (
              <option key={String(address.id)} value={String(address.id)}>
                {[...address.street, address.suburb, address.city].filter(Boolean).join(', ')}
              </option>
            ))}
            <option value="">{t('checkout.otherAddress')}</option>
          </SelectField>
        )}
        <AddressFields key={begun.book ?? 'new'} of={begun} autofill="shipping" towns={towns} />
        {touched && (
          <Suspense>
            <TownList id={towns} />
          </Suspense>
        )}
        {profile && (
          <CheckField
            label={t('checkout.saveAddress')}
            name="save"
            defaultChecked={begun.save !== undefined}
          />
        )}
      </div>
      <ShippingMethodChoice
        offered={offered}
        retry={retry}
        place={place}
        error={methodError ?? (refused?.fieldErrors.way && errorOf(refused.fieldErrors.way))}
      />
    </AccountForm>
  );
}

/** The values typed before, or the known data of the customer. */
function firstValues(profile: Profile | undefined): Values {
  const { shipping, personal } = currentDraft();
  if (shipping.street || shipping.postcode) return shipping;
  const usual = profile?.addresses.find(({ default_shipping }) => default_shipping) ?? profile?.addresses[0];
  if (usual) return { ...addressValues(usual), book: String(usual.id) };
  const { firstname = '', lastname = '' } = personal;
  return { firstname, lastname, country_id: storeView().country, ...shipping };
}

const emptyFor = ({ firstname, lastname }: Profile): Values => ({
  firstname,
  lastname,
  country_id: storeView().country,
});
