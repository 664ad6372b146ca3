import { useEffect } from 'react';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/checkout-messages.ts';
import { NotifyMe } from '../../notifications/notification-offer.tsx';
import { homePath } from '../../paths.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { retryOnReturn } from '../../platform/outbox/retry-triggers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import type { MadeOffline } from '../outbox/offline-order.ts';
import { confirmWaiting, useOrders } from '../outbox/order-queue.ts';
import { WaitingOrderView } from './pending-order-view.tsx';

/**
 * The page after an order without a network. A shopper who is present when the network returns needs no
 * confirmation: the order is sent (spec accounts 4.4).
 */
export function OfflineOrderConfirmation({ order }: { order: MadeOffline }) {
  const { t } = useText();
  const online = useOnline();
  const { durable: isDurable } = useOrders();
  const { state } = order.offline;
  useEffect(() => {
    if (state !== 'waiting') return;
    const send = () => void (navigator.onLine && confirmWaiting());
    send();
    return retryOnReturn(send);
  }, [state]);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <PageTitle>{t('checkout.waits')}</PageTitle>
      <InlineNotice icon={online ? 'info' : 'cloudOff'}>
        {!(online && isDurable) && (
          <p className="font-semibold">{t(isDurable ? 'checkout.queuedOffline' : 'checkout.notQueued')}</p>
        )}
        <p>{t(isDurable ? 'checkout.waitsOffline' : 'checkout.waitsUnkept')}</p>
      </InlineNotice>
      <WaitingOrderView order={order} unasked />
      <NotifyMe order={order.id} waiting />
      <ButtonLink to={homePath} variant="plain" className="justify-self-start">
        {t('checkout.goOn')}
      </ButtonLink>
    </div>
  );
}
