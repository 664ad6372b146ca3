import { useEffect, useRef, useState } from 'react';
import { ShippingMethodList } from '../../cart/components/shipping-methods.tsx';
import { cartActions } from '../../cart/state/current-cart.ts';
import {
  cachedShippingMethods,
  type DeliveryPlace,
  type ShippingMethod,
  shippingMethodCode,
} from '../../cart/sync/cart-methods.ts';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { isRetryable } from '../../platform/outbox/send-attempt.ts';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { Button } from '../../ui/button.tsx';
import { useFieldId } from '../../ui/forms/form-fields.tsx';
import { changeDraft, useDraft } from '../state/checkout-draft.ts';

/** The shipping methods the shop offers for an address, or why there are none yet (CHK-2). */
export type Offered =
  | { state: 'placeless' | 'asking' }
  | { state: 'failed'; problem: ApiProblem }
  /** `isCached` when these are the last known methods, because the shop cannot be reached. */
  | { state: 'there'; methods: readonly ShippingMethod[]; isCached: boolean };

/** Whether the place is enough to quote shipping: province and postal code. */
const isKnown = ({ country_id, region_code, postcode }: DeliveryPlace) =>
  country_id === 'ZA' ? region_code !== '' && /^\d{4}$/.test(postcode) : postcode.length > 2;

/**
 * Requests the shipping methods of an address, with all its known fields. Requests them again when the place
 * that decides them or the chosen store changes, not for each letter of the street.
 */
export function useOfferedMethods(place: DeliveryPlace) {
  const { country_id, region_code, postcode } = place;
  const store = useChosenStore();
  const online = useOnline();
  const [offered, setOffered] = useState<Offered>({ state: 'placeless' });
  const [time, setTime] = useState(0);
  useEffect(() => {
    if (!isKnown(place)) return setOffered({ state: 'placeless' });
    const known = online ? undefined : cachedShippingMethods(place);
    if (known) return setOffered(offeredMethods(known, true));
    let isOld = false;
    setOffered({ state: 'asking' });
    cartActions.shippingMethods(place).then(
      (methods) => !isOld && setOffered(offeredMethods(methods, false)),
      (error: unknown) => !isOld && setOffered(insteadOf(error, place)),
    );
    return () => {
      isOld = true;
    };
    // A failed request is repeated when the network returns.
  }, [country_id, region_code, postcode, store, online, time]);
  return { offered, retry: () => setTime((now) => now + 1) };
}

const offeredMethods = (methods: readonly ShippingMethod[], isCached: boolean): Offered => ({
  state: 'there',
  methods,
  isCached,
});

/** When the shop cannot be reached, the last known methods are used (spec accounts 4.4). */
function insteadOf(error: unknown, to: DeliveryPlace): Offered {
  const problem = error instanceof ApiProblem ? error : new ApiProblem('internal');
  const methods = isRetryable(problem) ? cachedShippingMethods(to) : undefined;
  return methods ? offeredMethods(methods, true) : { state: 'failed', problem };
}

/**
 * The choice of a shipping method. The previous choice stays while it is offered; otherwise the shop's
 * default is chosen.
 */
export function ShippingMethodChoice({
  offered,
  retry,
  place,
  error,
}: {
  offered: Offered;
  retry: () => void;
  place: DeliveryPlace;
  error: string | undefined;
}) {
  const { t } = useText();
  const { way: shippingMethod } = useDraft();
  const [refused, setRefused] = useState<string>();
  const lastSent = useRef('');
  const chosen = shippingMethod && shippingMethodCode(shippingMethod);
  const shown = offered.state === 'there' ? offered.methods : undefined;
  const methods = shown?.filter(({ available }) => available);
  const isCached = offered.state === 'there' && offered.isCached;
  useEffect(() => {
    if (!methods) return;
    const next =
      methods.find((method) => shippingMethodCode(method) === chosen) ??
      methods.find((method) => method.default) ??
      methods[0];
    void choose(next);
  });

  /** The totals follow. The same choice is sent to the shop once. */
  async function choose(next: ShippingMethod | undefined): Promise<void> {
    const text = JSON.stringify([
      next && shippingMethodCode(next),
      place.region_code,
      place.postcode,
      methods,
      isCached,
    ]);
    if (lastSent.current === text) return;
    lastSent.current = text;
    changeDraft({ way: next, untold: isCached });
    if (!next || isCached) return setRefused(undefined);
    const result = await cartActions.chooseDelivery(place, next);
    changeDraft({ untold: result !== undefined });
    setRefused(result?.refused);
  }

  return (
    <div id={useFieldId('way')} role="status" className="grid min-h-11 content-center">
      {offered.state === 'placeless' && (
        <p className="text-muted">
          {t(place.country_id === 'ZA' ? 'checkout.placeFirst' : 'checkout.postcodeFirst')}
        </p>
      )}
      {offered.state === 'asking' && <p className="text-muted">{t('cart.askingDelivery')}</p>}
      {offered.state === 'failed' && (
        <div className="grid justify-items-start gap-2">
          <p className="font-semibold text-danger">{problemMessage(offered.problem.view, t)}</p>
          <Button variant="plain" onClick={retry}>
            {t('error.retry')}
          </Button>
        </div>
      )}
      {shown && (
        <ShippingMethodList
          methods={shown}
          name="way"
          chosen={chosen}
          onChoose={(next) => void choose(next)}
          refused={refused}
          near={place.postcode}
        />
      )}
      {isCached && <p className="text-muted text-sm">{t('checkout.keptWays')}</p>}
      {error && <p className="font-semibold text-danger text-sm">{error}</p>}
    </div>
  );
}
