import { useProfile } from '../accounts/session/state.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { useOrders } from './kept-orders.ts';
import { isMadeOffline } from './offline-order.ts';
import { isOwn } from './order-box.ts';
import { WaitingOrderView } from './waiting-order-view.tsx';

/** The customer's orders that the shop does not have yet, for the list of placed orders. */
export function OwnWaiting() {
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
