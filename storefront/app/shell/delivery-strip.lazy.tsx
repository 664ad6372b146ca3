import { useEffect } from 'react';
import { useCartCount } from '../cart/components/cart-loader.ts';
import { deliveryPanel } from '../delivery/state/delivery-panel-id.ts';
import {
  choosePlace,
  deliveryPlace,
  type StoredDelivery,
  useDeliveryPlace,
} from '../delivery/state/delivery-place.ts';
import { isDeliveryOutdated, placeRequestOf } from '../delivery/state/delivery-promise.ts';
import { joinPromise } from '../delivery/state/format-days.ts';
import { usePromiseText } from '../delivery/state/promise-text.ts';
import { contentPath, inView } from '../paths.ts';
import { useText } from '../platform/i18n/text-context.tsx';
import '../platform/i18n/parts/delivery-messages.ts';
import { storeView } from '../platform/api/api-settings.ts';
import { usualAddressOf } from '../platform/session/profile.ts';
import { useProfile } from '../platform/session/session-state.ts';
import { useChosenStore } from '../platform/storage/chosen-store.ts';
import { LateIcon } from '../ui/deferred-icon.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { Panel } from '../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../ui/panels/panels-provider.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';

const DeliveryPlaceForm = lazyComponent(
  async () => (await import('../delivery/components/place-form.lazy.tsx')).DeliveryPlaceForm,
  NoForm,
);

/** The page on which the shop explains delivery. */
const deliveryPage = 'shipping-delivery';
const line = 'page-width flex min-h-11 items-center gap-2 text-left text-sm leading-5';

/** The delivery place, or the question for it, in a line whose height is reserved. */
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

/** The place and its promise. With goods in the cart only the place: the promise of the cart depends on them (spec D70). */
function PlaceLine({ delivery }: { delivery: StoredDelivery }) {
  const { t } = useText();
  const hasCart = useCartCount() > 0;
  const { postcode, name } = delivery.place;
  const place = `${postcode} ${name}`.trim();
  const promise = usePromiseText()(delivery, false);
  if (promise && hasCart) return <strong>{t('delivery.to', { postcode: place })}</strong>;
  const text = promise ? joinPromise(promise.carrier, promise.days, promise.fee) : t('cart.noDelivery');
  return (
    <span>
      <strong>{place}</strong>: {text}
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
