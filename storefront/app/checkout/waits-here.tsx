import { useEffect } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { flushOnReturn } from '../offline/wakers.ts';
import { homePath } from '../paths.ts';
import { NotifyMe } from '../push/tell-me.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { InlineNotice } from '../ui/notice-box.tsx';
import { useOnline } from '../ui/online.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { useOrders } from './kept-orders.ts';
import type { MadeOffline } from './offline-order.ts';
import { confirmWaiting } from './order-queue.ts';
import { WaitingOrderView } from './waiting-order-view.tsx';

/**
 * The page after an order without a network. A shopper who is present when the network returns needs no
 * confirmation: the order is sent (spec accounts 4.4).
 */
export function WaitsHere({ order }: { order: MadeOffline }) {
  const { t } = useText();
  const online = useOnline();
  const { isDurable } = useOrders();
  const { state } = order.offline;
  useEffect(() => {
    if (state !== 'waiting') return;
    const send = () => void (navigator.onLine && confirmWaiting());
    send();
    return flushOnReturn(send);
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
