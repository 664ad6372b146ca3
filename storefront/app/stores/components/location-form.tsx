import { useId, useState } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/stores-messages.ts';
import { inView, storeLocatorPath } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { findDevice } from '../state/device-location.ts';
import { placeTyped, type VisitorLocation } from '../state/nearest-stores.ts';

/**
 * The location form: a typed place, or the position of the device, which is requested only on a click.
 * Without scripts the store locator page handles the form.
 */
export function PlaceForm({
  typed = '',
  unknown = false,
  onFound,
}: {
  typed?: string;
  /** Whether the page was loaded with an unknown place. */
  unknown?: boolean;
  onFound: (visitorLocation: VisitorLocation | undefined, typed: string) => void;
}) {
  const { t } = useText();
  const id = useId();
  const [trouble, setTrouble] = useState(unknown ? t('store.placeUnknown', { place: typed }) : '');
  const [locating, setLocating] = useState(false);

  function find(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const place = String(new FormData(event.currentTarget).get('near') ?? '').trim();
    const visitorLocation = place ? placeTyped(place) : undefined;
    setTrouble(place && !visitorLocation ? t('store.placeUnknown', { place }) : '');
    if (visitorLocation || !place) onFound(visitorLocation, place);
  }

  async function locate(): Promise<void> {
    setLocating(true);
    const position = await findDevice();
    setLocating(false);
    if (position === 'denied' || position === 'failed')
      setTrouble(t(position === 'denied' ? 'store.locationDenied' : 'store.locationFailed'));
    else {
      setTrouble('');
      onFound({ kind: 'device', point: position }, '');
    }
  }

  return (
    <form method="get" action={inView(storeLocatorPath)} onSubmit={find} className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="font-semibold">
        {t('store.place')}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          name="near"
          defaultValue={typed}
          autoComplete="postal-code"
          maxLength={60}
          aria-describedby={`${id}-trouble`}
          aria-invalid={trouble !== '' || undefined}
          className="min-h-11 min-w-0 flex-1 basis-48 rounded-petal-small border border-control bg-surface px-4"
        />
        <Button type="submit">{t('store.find')}</Button>
        <Button variant="plain" className="noscript:hidden" onClick={locate} disabled={locating}>
          <LateIcon name="pin" className="size-5" />
          {t(locating ? 'store.locating' : 'store.useLocation')}
        </Button>
      </div>
      <p id={`${id}-trouble`} role="alert" className="min-h-6 font-semibold text-danger">
        {trouble}
      </p>
    </form>
  );
}
