import { useText } from '../../platform/i18n/text-context.tsx';
import { useProfile } from '../../platform/session/session-state.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { isMadeOffline } from '../outbox/offline-order.ts';
import { isOwn } from '../outbox/order-outbox.ts';
import { useOrders } from '../outbox/order-queue.ts';
import { WaitingOrderView } from './pending-order-view.tsx';

/** The customer's orders that the shop does not have yet, for the list of placed orders. */
export function CustomerPendingOrders() {
  const { t } = useText();
  const profile = useProfile();
  const orders = useOrders().outbox.entries.filter(isMadeOffline);
  const ownOrders = orders.filter((order) => order.customer !== undefined && isOwn(order, profile?.id));
  if (ownOrders.length === 0) return null;
  return (
    <section aria-labelledby="waiting-here" className="grid gap-3">
      <h2 id="waiting-here" className="font-bold text-xl">
        {t('checkout.waitingOrders')}
      </h2>
      {ownOrders.map((order) => (
        <WaitingOrderView key={order.id} order={order} />
      ))}
    </section>
  );
}
