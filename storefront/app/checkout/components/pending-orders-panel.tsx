import { awaitsShopper } from '@fynbos/core/checkout/offline-order-states.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { ordersPath } from '../../accounts/state/account-paths.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useProfile } from '../../platform/session/session-state.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { checkoutPath } from '../../paths.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { reserveFoot } from '../../ui/notices/reserve-foot.ts';
import { Panel } from '../../ui/panels/panel.tsx';
import { useOpenPanel, usePanels } from '../../ui/panels/panels-provider.tsx';
import { isMadeOffline, type MadeOffline } from '../outbox/offline-order.ts';
import { isOwn, resultsIn } from '../outbox/order-outbox.ts';
import { confirmWaiting, useOrders } from '../outbox/order-queue.ts';
import { WaitingOrderView } from './pending-order-view.tsx';

/** Pages that list waiting orders themselves. */
const listed = new Set<string>([checkoutPath, ordersPath]);

const panel = 'waiting-orders';

/** The orders made offline, with a prompt on every page once there is a network (spec accounts 4.4). */
export function WaitingOrders() {
  const { t } = useText();
  const { show } = usePanels();
  const open = useOpenPanel();
  const { outbox, durable: isDurable } = useOrders();
  const orders = outbox.entries.filter(isMadeOffline);
  const [since] = useState(Date.now);
  const arrived = resultsIn(outbox).placed.filter(({ at }) => at > since);
  const { search, pathname } = useLocation();
  const profile = useProfile();
  const online = useOnline();
  // Orders of another customer are not shown in this browser.
  const ownOrders = orders.filter((order) => isOwn(order, profile?.id));
  const waiting = ownOrders.filter(({ offline }) => offline.state === 'waiting');
  const otherCount = orders.length - ownOrders.length;
  const isCalled = new URLSearchParams(search).get('order') === 'offline' && orders.length > 0;
  useEffect(() => {
    // A notification leads here.
    if (isCalled) show(panel);
  }, [isCalled, show]);
  return (
    <>
      {!listed.has(pathname) && <Prompt orders={ownOrders} />}
      <Panel name={panel} title={t('checkout.waitingOrders')} closeLabel={t('notice.close')} side="top">
        <div className="grid gap-4">
          {open === panel &&
            arrived.map(({ id, number }) => (
              <p key={id} role="status" className="font-semibold">
                {number ? t('checkout.arrived', { number }) : t('checkout.arrivedPlain')}
              </p>
            ))}
          {orders.length === 0 && <p>{t('checkout.noneWaiting')}</p>}
          {orders.length > 0 && !isDurable && (
            <p className="rounded-petal-small bg-danger-subtle p-3 font-semibold">
              {t('checkout.waitsUnkept')}
            </p>
          )}
          {waiting.length > 1 && (
            <Button
              disabled={!online}
              className="justify-self-start"
              onClick={() => void confirmWaiting(waiting)}
            >
              {t('checkout.confirmAll', { count: waiting.length })}
            </Button>
          )}
          {ownOrders.map((order) => (
            <WaitingOrderView key={order.id} order={order} />
          ))}
          {otherCount > 0 && (
            <p className="flex flex-wrap items-center gap-x-2">
              {t('checkout.othersWait', { count: otherCount })}
              {!profile && <LoginLink next="/" />}
            </p>
          )}
        </div>
      </Panel>
    </>
  );
}

/**
 * Spec commerce 8: title and text that lead to the waiting orders. After it was closed it returns for the next
 * one.
 */
function Prompt({ orders }: { orders: readonly MadeOffline[] }) {
  const { t } = useText();
  const online = useOnline();
  const { show } = usePanels();
  const open = useOpenPanel();
  const [closed, setClosed] = useState('');
  const undecided = orders.filter(({ offline }) => awaitsShopper(offline.state));
  const now = undecided.map(({ id, offline }) => id + offline.state).join();
  const hasUpdate = undecided.some(({ offline }) => offline.state !== 'waiting');
  const isShown = online && undecided.length > 0 && closed !== now && open === undefined;
  const prompt = useRef<HTMLDivElement>(null);
  useEffect(() => (prompt.current ? reserveFoot(prompt.current, '--prompt') : undefined), [isShown]);
  if (!isShown) return null;
  return (
    <div
      ref={prompt}
      role="status"
      className="at-foot fixed inset-x-3 bottom-[var(--offer,var(--total,0px))] z-30 mx-auto mb-3 flex max-w-md items-start gap-3 rounded-petal border border-divider bg-surface py-3 pr-1 pl-4 text-default shadow-lift"
    >
      <Icon name="basket" className="mt-0.5 size-6 text-danger" />
      <button type="button" className="min-h-11 min-w-0 flex-1 text-left" onClick={() => show(panel)}>
        <strong className="block">{t('checkout.orderWaiting')}</strong>
        <span className="text-accent underline underline-offset-4">
          {t(hasUpdate ? 'checkout.lookAtOrder' : 'checkout.confirmHere')}
        </span>
      </button>
      <IconButton icon="close" label={t('notice.close')} onClick={() => setClosed(now)} />
    </div>
  );
}
