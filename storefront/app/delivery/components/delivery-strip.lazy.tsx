import { useEffect } from 'react';
import { contentPath, inView } from '../../paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/delivery-messages.ts';
import { storeView } from '../../platform/api/api-settings.ts';
import { usualAddressOf } from '../../platform/session/profile.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { LateIcon } from '../../ui/deferred-icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { deliveryPanel } from '../state/delivery-panel-id.ts';
import {
  choosePlace,
  deliveryPlace,
  type StoredDelivery,
  useDeliveryPlace,
} from '../state/delivery-place.ts';
import { isDeliveryOutdated, placeRequestOf } from '../state/delivery-promise.ts';
import { joinPromise } from '../state/format-days.ts';
import { usePromiseText } from '../state/promise-text.ts';

const DeliveryPlaceForm = lazyComponent(
  async () => (await import('./place-form.lazy.tsx')).DeliveryPlaceForm,
  NoForm,
);

/** The page on which the shop explains delivery. */
const deliveryPage = 'shipping-delivery';
const line = 'page-width flex min-h-11 items-center gap-2 text-left text-sm leading-5';

/** The delivery place with its day and fee, or the question for it, in a line whose height is reserved. */
export function DeliveryStrip() {
  const { t } = useText();
  const { show } = usePanels();
  const delivery = useDeliveryPlace();
  const isHydrated = useHydrated();
  useCurrentMethods(delivery);
  return (
    <aside aria-label={t('cart.delivery')} className="border-divider border-b bg-accent-subtle">
      <a
        href={inView(contentPath(deliveryPage))}
        className={`${line} hidden font-semibold text-accent noscript:flex`}
      >
        {t('cart.delivery')}
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => show(deliveryPanel)}
        className={`${line} noscript:hidden`}
      >
        <LateIcon name="pin" className="size-5" />
        {delivery ? (
          <PlaceLine delivery={delivery} />
        ) : (
          <span className="font-semibold text-accent underline underline-offset-4">{t('delivery.ask')}</span>
        )}
      </button>
      {isHydrated && <DeliveryPanel />}
    </aside>
  );
}

function PlaceLine({ delivery }: { delivery: StoredDelivery }) {
  const { t } = useText();
  const { postcode, name } = delivery.place;
  const promise = usePromiseText()(delivery, false);
  const text = promise ? joinPromise(promise.carrier, promise.days, promise.fee) : t('cart.noDelivery');
  return (
    <span>
      <strong>{`${postcode} ${name}`.trim()}</strong>: {text}
    </span>
  );
}

/**
 * Requests the methods at the customer's address, and outdated ones again; while that fails, the stored ones are shown
 * without days. The place of an address goes with it.
 */
function useCurrentMethods(delivery: StoredDelivery | undefined): void {
  const store = useChosenStore();
  const profile = useProfile();
  const address = usualAddressOf(profile);
  const usual = address?.country_id === storeView().country ? address.postcode.trim() : undefined;
  const { typed = '', isUsual = false } =
    placeRequestOf(delivery, usual || undefined, (stored) => isDeliveryOutdated(stored, new Date(), store)) ??
    {};
  const isGone = profile !== undefined && !usual && delivery?.usual !== undefined;
  useEffect(() => {
    if (isGone) deliveryPlace.set(undefined);
  }, [isGone]);
  useEffect(() => {
    if (!typed) return undefined;
    const refresh = () => void choosePlace(typed, isUsual).catch(() => {});
    refresh();
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [typed, isUsual]);
}

/** The panel that asks for the delivery place; its form is loaded when it opens. */
function DeliveryPanel() {
  const { t } = useText();
  const { close } = usePanels();
  const open = useOpenPanel();
  return (
    <Panel name={deliveryPanel} title={t('delivery.ask')} closeLabel={t('notice.close')} side="top">
      {open === deliveryPanel && (
        <DeliveryPlaceForm
          onDone={() => close(deliveryPanel)}
          fallback={<p className="min-h-48">{t('shop.loading')}</p>}
        />
      )}
    </Panel>
  );
}

function NoForm(_: { onDone: () => void }) {
  const { t } = useText();
  return <p role="alert">{t('error.lead')}</p>;
}
