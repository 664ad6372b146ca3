import { calendarDay } from '@fynbos/core/calendar-day.ts';
import type { Cents } from '@fynbos/core/money.ts';
import { shop } from '@fynbos/core/shop.ts';
import { deliveryPanel } from '../../delivery/state/delivery-panel-id.ts';
import { formatDays, joinPromise } from '../../delivery/state/format-days.ts';
import { usePromiseFormat } from '../../delivery/state/promise-text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import { usePanels } from '../../ui/panels/panels-provider.tsx';
import type { CartPromise, CartViewTotals } from '../sync/cart-view.ts';
import { Row } from './cart-totals.tsx';

const note = 'block text-muted text-sm';

/**
 * The delivery of the cart with its fee: the chosen one, or what the shop promises at the shopper's place.
 * @param isFixed whether the place cannot be changed here
 */
export function DeliveryRow({
  totals: { shipping, promise, delivery },
  isFixed = false,
}: {
  totals: CartViewTotals;
  isFixed?: boolean;
}) {
  const { t, date, label } = useText();
  if (shipping === undefined) return null;
  if (promise) return <PromiseRow {...{ promise, isFixed }} fee={shipping} />;
  const { carrier, first, last } = delivery ?? {};
  // Stored days may be over.
  const isKnown = first && last && first >= calendarDay(new Date(), shop.timeZone);
  const days = isKnown ? formatDays(first, last, date) : undefined;
  return (
    <Row title={t('cart.delivery')} value={shipping} free={t('cart.free')}>
      <span className={note}>{joinPromise(days, carrier && label(carrier))}</span>
    </Row>
  );
}

/** Who brings the goods and when, and who brings them later for less. */
function PromiseRow({ promise, fee, isFixed }: { promise: CartPromise; fee: Cents; isFixed: boolean }) {
  const { t } = useText();
  const format = usePromiseFormat();
  const { carrier, days } = format(promise);
  const cheaper = promise.cheaper && format(promise.cheaper);
  return (
    <Row
      title={isFixed ? t('delivery.to', { postcode: promise.postcode }) : <PlaceButton {...promise} />}
      value={fee}
      free={t('cart.free')}
    >
      <span className={note}>{joinPromise(days, carrier)}</span>
      {cheaper && <span className={note}>{joinPromise(cheaper.fee, cheaper.days, cheaper.carrier)}</span>}
      <span className={note}>{t('delivery.estimate')}</span>
    </Row>
  );
}

/** The place of the promise; opens the panel that changes it. */
function PlaceButton({ postcode }: CartPromise) {
  const { t } = useText();
  const { show } = usePanels();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => show(deliveryPanel)}
      className="min-h-6 text-left underline underline-offset-4 hover:text-accent"
    >
      {t('delivery.to', { postcode })}
    </button>
  );
}
