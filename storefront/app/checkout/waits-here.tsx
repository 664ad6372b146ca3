import { useEffect } from 'react';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { wakeInTime } from '../offline/wakers.ts';
import { homePath } from '../paths.ts';
import { TellMe } from '../push/tell-me.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useOnline } from '../ui/online.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { useOrders } from './kept-orders.ts';
import type { MadeOffline } from './offline-order.ts';
import { confirmWaiting } from './order-queue.ts';
import { WaitingOrderView } from './waiting-order-view.tsx';

/** After an order without a network. Who is here when there is one again need not be asked: it is sent (accounts 4.4). */
export function WaitsHere({ order }: { order: MadeOffline }) {
  const { t } = useText();
  const online = useOnline();
  const { kept } = useOrders();
  const { state } = order.offline;
  useEffect(() => {
    if (state !== 'waiting') return;
    const send = () => void (navigator.onLine && confirmWaiting());
    send();
    return wakeInTime(send);
  }, [state]);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <PageTitle>{t('checkout.waits')}</PageTitle>
      <NoticeBox icon={online ? 'info' : 'cloudOff'}>
        {!(online && kept) && (
          <p className="font-semibold">{t(kept ? 'checkout.queuedOffline' : 'checkout.notQueued')}</p>
        )}
        <p>{t(kept ? 'checkout.waitsOffline' : 'checkout.waitsUnkept')}</p>
      </NoticeBox>
      <WaitingOrderView order={order} unasked />
      <TellMe order={order.id} waiting />
      <ButtonLink to={homePath} look="plain" className="justify-self-start">
        {t('checkout.goOn')}
      </ButtonLink>
    </div>
  );
}
