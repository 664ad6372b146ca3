import type { Store } from '@fynbos/core/stores/contract.ts';
import { useState } from 'react';
import { useDeliveryPlace } from '../../delivery/state/delivery-place.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/stores-messages.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { Button } from '../../ui/button.tsx';
import { type NearStore, placeTyped, storesNear, type VisitorLocation } from '../state/nearest-stores.ts';
import { useStoreSelection } from '../state/use-store-selection.ts';
import { PlaceForm } from './location-form.tsx';
import { StoreFacts } from './store-details.tsx';

/**
 * The stores, nearest first once a location is known; one of them can be chosen. Without a typed place, the location
 * is the shopper's delivery place.
 * @param typed the place the page was loaded with, as typed; `visitorLocation` is the location it was
 * resolved to
 */
export function StoreList({
  stores,
  typed = '',
  visitorLocation: initialLocation,
  columns = false,
  onChosen,
}: {
  stores: readonly Store[];
  typed?: string;
  visitorLocation?: VisitorLocation | undefined;
  columns?: boolean;
  onChosen?: () => void;
}) {
  const { t } = useText();
  const known = useDeliveryPlace()?.place.postcode ?? '';
  const place = typed || known;
  const [searched, setSearched] = useState<{ location: VisitorLocation | undefined }>();
  const visitorLocation = searched ? searched.location : typed ? initialLocation : placeTyped(known);
  const chosen = useChosenStore();
  const { choose, clear } = useStoreSelection();
  if (stores.length === 0) return <p>{t('store.none')}</p>;
  return (
    <div className="grid grid-cols-1 gap-4">
      <PlaceForm
        key={place}
        typed={place}
        unknown={typed !== '' && !initialLocation}
        onFound={(location) => setSearched({ location })}
      />
      <p aria-live="polite" className="min-h-6 text-muted">
        {orderMessage()}
      </p>
      <ul className={`grid grid-cols-1 gap-4 ${columns ? 'md:grid-cols-2 lg:grid-cols-3' : ''}`}>
        {storesNear(stores, visitorLocation).map((store) => (
          <StoreCard
            key={store.code}
            store={store}
            chosen={store.code === chosen}
            onChoose={() => {
              choose(store);
              onChosen?.();
            }}
            onClear={clear}
          />
        ))}
      </ul>
    </div>
  );

  function orderMessage(): string {
    if (!visitorLocation) return t('store.count', { count: stores.length });
    return visitorLocation.kind === 'place'
      ? t('store.near', { place: visitorLocation.name })
      : t('store.nearYou');
  }
}

function StoreCard({
  store,
  chosen,
  onChoose,
  onClear,
}: {
  store: NearStore;
  chosen: boolean;
  onChoose: () => void;
  onClear: () => void;
}) {
  const { t, number } = useText();
  const far = store.km !== undefined && store.km >= 10;
  return (
    <li
      data-store={store.code}
      className={`grid grid-cols-1 content-start gap-3 rounded-petal border bg-surface p-5 ${chosen ? 'border-2 border-accent' : 'border-divider'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold text-lg">{store.name}</h2>
        {store.km !== undefined && (
          <p className="tabular-nums text-muted">
            {t('store.distance', { distance: number(store.km, { maximumFractionDigits: far ? 0 : 1 }) })}
          </p>
        )}
      </div>
      <StoreFacts store={store} />
      <div className="mt-auto flex flex-wrap items-center gap-3 noscript:hidden">
        {chosen ? (
          <>
            <p className="rounded-petal-small bg-accent-subtle px-3 py-1.5 font-semibold text-accent-strong">
              {t('store.yours')}
            </p>
            <Button variant="quiet" onClick={onClear}>
              {t('store.clear')}
            </Button>
          </>
        ) : (
          <Button variant="plain" onClick={onChoose}>
            {t('store.choose')}
            <span className="sr-only">{store.name}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
