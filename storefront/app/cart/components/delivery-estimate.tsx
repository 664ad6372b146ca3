import { provinces } from '@fynbos/core/accounts/address.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { choosePlace, deliveryPlace, useDeliveryPlace } from '../../delivery/state/delivery-place.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import { Button } from '../../ui/button.tsx';
import { announceText } from '../state/cart-announcement.ts';
import { cartActions } from '../state/current-cart.ts';
import { type DeliveryPlace, type ShippingMethod, shippingMethodCode } from '../sync/cart-methods.ts';
import { ShippingMethodList } from './shipping-methods.tsx';

type EstimateState =
  | { state: 'none' | 'asking' }
  | { state: 'there'; place: DeliveryPlace; methods: readonly ShippingMethod[] };

/** Delivery costs to a place, before the address is known; the chosen method counts in the totals (CHK-2). */
export function DeliveryEstimate() {
  const { t } = useText();
  const [estimate, setEstimate] = useState<EstimateState>({ state: 'none' });
  const [problem, setProblem] = useState<ApiProblem>();
  const known = useDeliveryPlace()?.place;
  const knownCode = known?.postcode;
  /** The postal code for which this form asked last. */
  const asked = useRef(knownCode);
  const [fieldsOf, setFieldsOf] = useState(knownCode);
  // After a place was chosen elsewhere, fields and methods would be those of the one before.
  useEffect(() => {
    if (asked.current === knownCode) return;
    asked.current = knownCode;
    setFieldsOf(knownCode);
    setEstimate({ state: 'none' });
  }, [knownCode]);
  async function loadMethods({ region_code, postcode }: { region_code: string; postcode: string }) {
    const province = provinces.find(({ code }) => code === region_code);
    const place = {
      country_id: 'ZA',
      ...(province && { region: province.name, region_id: province.id }),
      region_code: province?.code ?? '',
      postcode: postcode.trim(),
    };
    asked.current = place.postcode;
    setProblem(undefined);
    setEstimate({ state: 'asking' });
    try {
      setEstimate({ state: 'there', place, methods: await cartActions.shippingMethods(place) });
      if (place.postcode !== deliveryPlace.get()?.place.postcode)
        void choosePlace(place.postcode).catch(() => {});
    } catch (error) {
      setEstimate({ state: 'none' });
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal'));
    }
  }
  return (
    <details
      className="group/delivery"
      onToggle={({ currentTarget: { open } }) => {
        if (open && known?.region_code && estimate.state === 'none') void loadMethods(known);
      }}
    >
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        {t(known ? 'cart.ways' : 'cart.estimateDelivery')}
        <span aria-hidden="true" className="text-xl group-open/delivery:rotate-45">
          +
        </span>
      </summary>
      <div className="grid gap-3 pb-2">
        <PlaceFields
          key={fieldsOf}
          busy={estimate.state === 'asking'}
          onRequest={(place) => void loadMethods(place)}
        />
        <div role="status">
          {problem && <p className="font-semibold text-danger text-sm">{problemMessage(problem.view, t)}</p>}
          {estimate.state === 'there' && <MethodList place={estimate.place} methods={estimate.methods} />}
        </div>
      </div>
    </details>
  );
}

const inputClass = 'min-h-11 w-full min-w-0 rounded-petal-small border border-control bg-surface px-3';

function PlaceFields({
  busy,
  onRequest,
}: {
  busy: boolean;
  onRequest: (place: { region_code: string; postcode: string }) => void;
}) {
  const { t, label } = useText();
  const id = useId();
  const online = useShopReachable();
  const known = useDeliveryPlace()?.place;
  return (
    <form
      data-offline="own"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        onRequest({ region_code: String(form.get('region_code')), postcode: String(form.get('postcode')) });
      }}
    >
      <div>
        <label htmlFor={`${id}-region`}>{t('cart.province')}</label>
        <select
          id={`${id}-region`}
          name="region_code"
          required
          defaultValue={known?.region_code ?? ''}
          className={inputClass}
        >
          <option value="">{t('cart.chooseProvince')}</option>
          {provinces.map(({ code, name }) => (
            <option key={code} value={code}>
              {label(name)}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-postcode`}>{t('cart.postcode')}</label>
        <input
          id={`${id}-postcode`}
          name="postcode"
          defaultValue={known?.postcode}
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="\d{4}"
          maxLength={4}
          required
          title={t('cart.postcodeHint')}
          className={inputClass}
        />
      </div>
      <Button type="submit" variant="plain" disabled={!online || busy}>
        {t(busy ? 'cart.askingDelivery' : 'cart.showDelivery')}
      </Button>
      {!online && <p className="text-muted text-sm">{t('cart.codeOffline')}</p>}
    </form>
  );
}

/** The shipping methods; a choice is applied at once. */
function MethodList({ place, methods }: { place: DeliveryPlace; methods: readonly ShippingMethod[] }) {
  const { t, label } = useText();
  const [chosen, setChosen] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const name = useId();
  async function choose(method: ShippingMethod): Promise<void> {
    setChosen(shippingMethodCode(method));
    const refusal = await cartActions.chooseDelivery(place, method);
    setRefused(refusal?.refused);
    if (refusal) return setChosen(undefined);
    announceText(t('cart.deliveryChosen', { way: label(method.method_title) }));
  }
  return (
    <ShippingMethodList
      methods={methods}
      name={name}
      chosen={chosen}
      onChoose={(method) => void choose(method)}
      refused={refused}
      near={place.postcode}
    />
  );
}
