import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api-problem.ts';
import type { DeliveryPlace, DeliveryWay } from '../cart/cart-doing.ts';
import { codeOfWay, DeliveryWays } from '../cart/delivery-ways.tsx';
import { cartActions } from '../cart/open-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import { problemWords } from '../refusal-notice.ts';
import '../i18n/needs/checkout-messages.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import { Button } from '../ui/button.tsx';
import { changeDraft, useDraft } from './draft.ts';

/** The ways the shop offers for an address, or why it cannot say yet (CHK-2). */
export type Offered =
  | { state: 'placeless' | 'asking' }
  | { state: 'failed'; problem: ApiProblem }
  | { state: 'there'; ways: readonly DeliveryWay[] };

/** Where a shop can tell what it costs to: the province, and a postal code. */
const isKnown = ({ country_id, region_code, postcode }: DeliveryPlace) =>
  country_id === 'ZA' ? region_code !== '' && /^\d{4}$/.test(postcode) : postcode.length > 2;

/** Asks for the ways to a place, again when it or the chosen store changes. */
export function useOfferedWays(place: DeliveryPlace) {
  const { country_id, region_code, postcode } = place;
  const store = useChosenStore();
  const [offered, setOffered] = useState<Offered>({ state: 'placeless' });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const to = { country_id, region_code, postcode };
    if (!isKnown(to)) return setOffered({ state: 'placeless' });
    let isOld = false;
    setOffered({ state: 'asking' });
    cartActions.deliveryWays(to).then(
      (ways) => !isOld && setOffered({ state: 'there', ways: ways.filter(({ available }) => available) }),
      (error: unknown) =>
        !isOld &&
        setOffered({
          state: 'failed',
          problem: error instanceof ApiProblem ? error : new ApiProblem('internal'),
        }),
    );
    return () => {
      isOld = true;
    };
  }, [country_id, region_code, postcode, store, time]);
  return { offered, again: () => setTime((now) => now + 1) };
}

/** The choice. What was chosen before stays chosen while it is offered; otherwise the shop's own first. */
export function WayChoice({
  offered,
  again,
  place,
  fault,
}: {
  offered: Offered;
  again: () => void;
  place: DeliveryPlace;
  fault: string | undefined;
}) {
  const { t } = useText();
  const { way } = useDraft();
  const [refused, setRefused] = useState<string>();
  const told = useRef('');
  const chosen = way && codeOfWay(way);
  const ways = offered.state === 'there' ? offered.ways : undefined;
  useEffect(() => {
    if (!ways) return;
    const next = ways.find((one) => codeOfWay(one) === chosen) ?? ways.find((one) => one.default) ?? ways[0];
    void choose(next);
  });

  /** The totals follow; the same is said to the shop once. */
  async function choose(next: DeliveryWay | undefined): Promise<void> {
    const text = JSON.stringify([next && codeOfWay(next), place.region_code, place.postcode, ways]);
    if (told.current === text) return;
    told.current = text;
    changeDraft({ way: next });
    if (!next) return;
    const { country_id, region_code, postcode } = place;
    const answer = await cartActions.chooseDelivery({ country_id, region_code, postcode }, next);
    setRefused(answer?.refused);
  }

  return (
    <div role="status" className="grid min-h-11 content-center">
      {offered.state === 'placeless' && (
        <p className="text-soft">
          {t(place.country_id === 'ZA' ? 'checkout.placeFirst' : 'checkout.postcodeFirst')}
        </p>
      )}
      {offered.state === 'asking' && <p className="text-soft">{t('cart.askingDelivery')}</p>}
      {offered.state === 'failed' && (
        <div className="grid justify-items-start gap-2">
          <p className="font-semibold text-protea">{problemWords(offered.problem.view, t)}</p>
          <Button look="plain" onClick={again}>
            {t('error.retry')}
          </Button>
        </div>
      )}
      {ways && (
        <DeliveryWays
          ways={ways}
          name="way"
          chosen={chosen}
          onChoose={(next) => void choose(next)}
          refused={refused}
        />
      )}
      {fault && <p className="font-semibold text-protea text-sm">{fault}</p>}
    </div>
  );
}
