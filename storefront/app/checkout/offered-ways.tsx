import { useEffect, useRef, useState } from 'react';
import { ApiProblem } from '../api-problem.ts';
import { codeOfWay, type DeliveryPlace, type DeliveryWay } from '../cart/cart-doing.ts';
import { DeliveryWays } from '../cart/delivery-ways.tsx';
import { keptWays } from '../cart/kept-ways.ts';
import { cartActions } from '../cart/open-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import { mayPass } from '../offline/may-pass.ts';
import { problemWords } from '../refusal-notice.ts';
import '../i18n/needs/checkout-messages.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import { Button } from '../ui/button.tsx';
import { useOnline } from '../ui/online.ts';
import { changeDraft, useDraft } from './draft.ts';

/** The ways the shop offers for an address, or why it cannot say yet (CHK-2). */
export type Offered =
  | { state: 'placeless' | 'asking' }
  | { state: 'failed'; problem: ApiProblem }
  /** `isKept` where they are those of last time: the shop cannot be asked. */
  | { state: 'there'; ways: readonly DeliveryWay[]; isKept: boolean };

/** Where a shop can tell what it costs to: the province, and a postal code. */
const isKnown = ({ country_id, region_code, postcode }: DeliveryPlace) =>
  country_id === 'ZA' ? region_code !== '' && /^\d{4}$/.test(postcode) : postcode.length > 2;

/** Asks for the ways to a place, again when it or the chosen store changes. */
export function useOfferedWays(place: DeliveryPlace) {
  const { country_id, region_code, postcode } = place;
  const store = useChosenStore();
  const online = useOnline();
  const [offered, setOffered] = useState<Offered>({ state: 'placeless' });
  const [time, setTime] = useState(0);
  useEffect(() => {
    const to = { country_id, region_code, postcode };
    if (!isKnown(to)) return setOffered({ state: 'placeless' });
    const known = online ? undefined : keptWays(to);
    if (known) return setOffered(there(known, true));
    let isOld = false;
    setOffered({ state: 'asking' });
    cartActions.deliveryWays(to).then(
      (ways) => !isOld && setOffered(there(ways, false)),
      (error: unknown) => !isOld && setOffered(insteadOf(error, to)),
    );
    return () => {
      isOld = true;
    };
    // What could not be asked is asked as soon as it can be.
  }, [country_id, region_code, postcode, store, online, time]);
  return { offered, again: () => setTime((now) => now + 1) };
}

const there = (ways: readonly DeliveryWay[], isKept: boolean): Offered => ({
  state: 'there',
  ways: ways.filter(({ available }) => available),
  isKept,
});

/** Where the shop cannot be asked, what it said last will do until it can (accounts 4.4). */
function insteadOf(error: unknown, to: DeliveryPlace): Offered {
  const problem = error instanceof ApiProblem ? error : new ApiProblem('internal');
  const ways = mayPass(problem) ? keptWays(to) : undefined;
  return ways ? there(ways, true) : { state: 'failed', problem };
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
  const isKept = offered.state === 'there' && offered.isKept;
  useEffect(() => {
    if (!ways) return;
    const next = ways.find((one) => codeOfWay(one) === chosen) ?? ways.find((one) => one.default) ?? ways[0];
    void choose(next);
  });

  /** The totals follow; the same is said to the shop once. */
  async function choose(next: DeliveryWay | undefined): Promise<void> {
    const text = JSON.stringify([next && codeOfWay(next), place.region_code, place.postcode, ways, isKept]);
    if (told.current === text) return;
    told.current = text;
    changeDraft({ way: next, untold: isKept });
    if (!next || isKept) return setRefused(undefined);
    const { country_id, region_code, postcode } = place;
    const answer = await cartActions.chooseDelivery({ country_id, region_code, postcode }, next);
    changeDraft({ untold: answer !== undefined });
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
      {isKept && <p className="text-soft text-sm">{t('checkout.keptWays')}</p>}
      {fault && <p className="font-semibold text-protea text-sm">{fault}</p>}
    </div>
  );
}
