import { deliveryFaults } from '@fynbos/core/checkout/details.ts';
import { lazy, Suspense, useState } from 'react';
import { AccountForm } from '../accounts/account-form.tsx';
import { addressValues } from '../accounts/address-book.ts';
import { AddressFields, useAddressLabels } from '../accounts/address-fields.tsx';
import { addressOf, type Faults, type Values } from '../accounts/form-checks.ts';
import { type Refusal, useFaultText } from '../accounts/form-refusal.ts';
import type { Profile } from '../accounts/session/profile.ts';
import { useProfile } from '../accounts/session/state.ts';
import { codeOfWay } from '../cart/cart-doing.ts';
import { cartActions } from '../cart/open-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { storeView } from '../api-settings.ts';
import { CheckField, SelectField } from '../ui/form-fields.tsx';
import { currentDraft, finishStep, keepable, keepTyped } from './draft.ts';
import { useOfferedWays, WayChoice } from './offered-ways.tsx';
import { placeOf } from './order-body.ts';

const TownList = lazy(async () => ({ default: (await import('./town-list.tsx')).TownList }));
const towns = 'checkout-towns';
/** Fields that tell something of the rest of an address. */
const telling = new Set(['postcode', 'suburb', 'city']);

/** Where the order goes, and how it comes there (CHK-2). */
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
  const { offered, again } = useOfferedWays(place);
  const labels = { ...useAddressLabels(), way: '' };
  const errorOf = useFaultText();
  const [touched, setTouched] = useState(false);
  const [wayFault, setWayFault] = useState(false);
  const fault = wayFault ? t('checkout.chooseWay') : undefined;

  /** What was typed tells where to, and with that what it costs. */
  function look(form: HTMLFormElement): Values {
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    setPlace(placeOf(values));
    return values;
  }

  return (
    <AccountForm
      labels={labels}
      refused={refused}
      check={(values) => {
        const faults: Faults = deliveryFaults(addressOf(values));
        const isMissing = values.way === undefined;
        setWayFault(isMissing);
        return isMissing ? { ...faults, way: 'required' } : faults;
      }}
      submit={t('checkout.continue')}
      offlineToo
      onLeave={(values) => keepTyped('shipping', 'shipping', values)}
      send={async (values) => {
        const ways = offered.state === 'there' ? offered.ways : [];
        const way = ways.find((one) => codeOfWay(one) === values.way);
        if (!way) return setWayFault(true);
        const isKept = offered.state === 'there' && offered.isKept;
        const answer = isKept ? undefined : await cartActions.chooseDelivery(placeOf(values), way);
        // Where the shop was lost in between it is told with the order.
        if (answer && !answer.isUnheard) throw answer.problem;
        const untold = isKept || answer !== undefined;
        finishStep('shipping', { shipping: keepable(values), way, untold });
        onDone();
      }}
    >
      <div
        className="grid gap-4"
        onChange={(event) => {
          const { form, name } = event.target as HTMLInputElement;
          if (!form) return;
          setTouched(true);
          look(form);
          if (!telling.has(name)) return;
          void import('./fill-place.ts').then(({ fillPlace }) => {
            fillPlace(form, name);
            look(form);
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
      <WayChoice
        offered={offered}
        again={again}
        place={place}
        fault={fault ?? (refused?.faults.way && errorOf(refused.faults.way))}
      />
    </AccountForm>
  );
}

/** What was typed here before, or what is known of the customer. */
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
