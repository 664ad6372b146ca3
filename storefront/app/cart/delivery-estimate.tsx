import { provinces } from '@fynbos/core/accounts/address.ts';
import { useId, useState } from 'react';
import { ApiProblem } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import { useShopAnswers } from '../network/network.ts';
import { problemWords } from '../refusal-notice.ts';
import '../i18n/needs/cart-messages.ts';
import { Button } from '../ui/button.tsx';
import { codeOfWay, type DeliveryPlace, type DeliveryWay } from './cart-doing.ts';
import { DeliveryWays } from './delivery-ways.tsx';
import { cartActions } from './open-cart.ts';
import { say } from './said.ts';

type Ways =
  | { state: 'none' | 'asking' }
  | { state: 'there'; place: DeliveryPlace; ways: readonly DeliveryWay[] };

/** What delivery costs to a place, before the address is asked for; what is chosen counts in the totals (CHK-2). */
export function DeliveryEstimate() {
  const { t } = useText();
  const [ways, setWays] = useState<Ways>({ state: 'none' });
  const [problem, setProblem] = useState<ApiProblem>();
  async function ask(form: FormData): Promise<void> {
    const place = {
      country_id: 'ZA',
      region_code: String(form.get('region_code')),
      postcode: String(form.get('postcode')).trim(),
    };
    setProblem(undefined);
    setWays({ state: 'asking' });
    try {
      setWays({ state: 'there', place, ways: await cartActions.deliveryWays(place) });
    } catch (error) {
      setWays({ state: 'none' });
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal'));
    }
  }
  return (
    <details className="group/delivery">
      <summary className="flex min-h-11 items-center justify-between font-semibold">
        {t('cart.estimateDelivery')}
        <span aria-hidden="true" className="text-xl group-open/delivery:rotate-45">
          +
        </span>
      </summary>
      <div className="grid gap-3 pb-2">
        <PlaceFields busy={ways.state === 'asking'} ask={(form) => void ask(form)} />
        <div role="status">
          {problem && <p className="font-semibold text-protea text-sm">{problemWords(problem.view, t)}</p>}
          {ways.state === 'there' && <WayList place={ways.place} ways={ways.ways} />}
        </div>
      </div>
    </details>
  );
}

const box = 'min-h-11 w-full min-w-0 rounded-petal-small border border-edge bg-card px-3';

function PlaceFields({ busy, ask }: { busy: boolean; ask: (form: FormData) => void }) {
  const { t } = useText();
  const id = useId();
  const online = useShopAnswers();
  return (
    <form
      data-offline="own"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        ask(new FormData(event.currentTarget));
      }}
    >
      <div>
        <label htmlFor={`${id}-region`}>{t('cart.province')}</label>
        <select id={`${id}-region`} name="region_code" required defaultValue="" className={box}>
          <option value="">{t('cart.chooseProvince')}</option>
          {provinces.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div>
        <label htmlFor={`${id}-postcode`}>{t('cart.postcode')}</label>
        <input
          id={`${id}-postcode`}
          name="postcode"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="\d{4}"
          maxLength={4}
          required
          title={t('cart.postcodeHint')}
          className={box}
        />
      </div>
      <Button type="submit" look="plain" disabled={!online || busy}>
        {t(busy ? 'cart.askingDelivery' : 'cart.showDelivery')}
      </Button>
      {!online && <p className="text-soft text-sm">{t('cart.codeOffline')}</p>}
    </form>
  );
}

/** The ways there are; what is chosen counts at once. */
function WayList({ place, ways }: { place: DeliveryPlace; ways: readonly DeliveryWay[] }) {
  const { t } = useText();
  const [chosen, setChosen] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const name = useId();
  async function choose(way: DeliveryWay): Promise<void> {
    setChosen(codeOfWay(way));
    const answer = await cartActions.chooseDelivery(place, way);
    setRefused(answer?.refused);
    if (answer) return setChosen(undefined);
    say(t('cart.deliveryChosen', { way: way.method_title }));
  }
  return (
    <DeliveryWays
      ways={ways}
      name={name}
      chosen={chosen}
      onChoose={(way) => void choose(way)}
      refused={refused}
    />
  );
}
