import { useEffect, useId, useRef, useState } from 'react';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/place-messages.ts';
import { useShopReachable } from '../../platform/network/current-network.ts';
import { Button } from '../../ui/button.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { choosePlace, deliveryPlace, useDeliveryPlace } from '../state/delivery-place.ts';

/** Asks for the delivery place, and offers to forget it. */
export function DeliveryPlaceForm({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const id = useId();
  const online = useShopReachable();
  const delivery = useDeliveryPlace();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // The panel opened before its form was loaded.
  useEffect(() => field.current?.focus(), []);
  async function send(form: HTMLFormElement): Promise<void> {
    const typed = String(new FormData(form).get('place')).trim();
    const refuse = (message: string) => {
      setError(message);
      field.current?.focus();
    };
    if (typed === '') return refuse(t('place.missing'));
    setBusy(true);
    setError(undefined);
    try {
      await choosePlace(typed);
      onDone();
    } catch (thrown) {
      const { view } = thrown instanceof ApiProblem ? thrown : new ApiProblem('internal');
      refuse(view.code === 'place_unknown' ? problemMessage(view, t) : t('place.failed'));
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      noValidate
      data-offline="own"
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send(event.currentTarget);
      }}
    >
      <p id={`${id}-lead`} className="text-muted text-sm">
        {t('place.lead')}
      </p>
      <div>
        <label htmlFor={`${id}-place`} className="font-semibold">
          {t('place.field')}
        </label>
        <input
          ref={field}
          id={`${id}-place`}
          name="place"
          defaultValue={delivery?.place.postcode}
          autoComplete="shipping postal-code"
          maxLength={80}
          required
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-error ${id}-lead`}
          className="mt-1 min-h-12 w-full rounded-petal-small border border-control bg-surface px-3 aria-invalid:border-2 aria-invalid:border-danger"
        />
        <p id={`${id}-error`} role="alert" className="mt-1 font-semibold text-danger text-sm">
          {error}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!online || isBusy}>
          {t(isBusy ? 'cart.askingDelivery' : 'cart.showDelivery')}
        </Button>
        {delivery && delivery.usual === undefined && (
          <Button
            variant="plain"
            onClick={() => {
              deliveryPlace.set(undefined);
              onDone();
            }}
          >
            {t('place.forget')}
          </Button>
        )}
      </div>
      {!online && <p className="text-muted text-sm">{t('cart.codeOffline')}</p>}
    </form>
  );
}
