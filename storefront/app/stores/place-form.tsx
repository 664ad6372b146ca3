import { useId, useState } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import { inView, storeLocatorPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { LateIcon } from '../ui/late-icon.tsx';
import { findDevice } from './device-place.ts';
import { type Here, placeTyped } from './near.ts';

/**
 * Where somebody is: typed, or asked of the device on a click and never before. Without scripts it is a form
 * that the store locator answers.
 */
export function PlaceForm({
  typed = '',
  unknown = false,
  onFound,
}: {
  typed?: string;
  /** Whether the page came with a place nobody knows. */
  unknown?: boolean;
  onFound: (here: Here | undefined, typed: string) => void;
}) {
  const { t } = useText();
  const id = useId();
  const [trouble, setTrouble] = useState(unknown ? t('store.placeUnknown', { place: typed }) : '');
  const [locating, setLocating] = useState(false);

  function find(event: React.FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const place = String(new FormData(event.currentTarget).get('near') ?? '').trim();
    const here = place ? placeTyped(place) : undefined;
    setTrouble(place && !here ? t('store.placeUnknown', { place }) : '');
    if (here || !place) onFound(here, place);
  }

  async function locate(): Promise<void> {
    setLocating(true);
    const found = await findDevice();
    setLocating(false);
    if (found === 'denied' || found === 'failed')
      setTrouble(t(found === 'denied' ? 'store.locationDenied' : 'store.locationFailed'));
    else {
      setTrouble('');
      onFound({ kind: 'device', point: found }, '');
    }
  }

  return (
    <form method="get" action={inView(storeLocatorPath)} onSubmit={find} className="grid gap-2">
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
          className="min-h-11 min-w-0 flex-1 basis-48 rounded-petal-small border border-edge bg-card px-4"
        />
        <Button type="submit">{t('store.find')}</Button>
        <Button look="plain" className="unscripted:hidden" onClick={locate} disabled={locating}>
          <LateIcon name="pin" className="size-5" />
          {t(locating ? 'store.locating' : 'store.useLocation')}
        </Button>
      </div>
      <p id={`${id}-trouble`} role="alert" className="min-h-6 font-semibold text-protea">
        {trouble}
      </p>
    </form>
  );
}
