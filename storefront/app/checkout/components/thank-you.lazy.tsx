import { centsToDecimal } from '@fynbos/core/money.ts';
import { useEffect, useState } from 'react';
import { registerPath } from '../../accounts/state/account-paths.ts';
import { useCart } from '../../cart/state/use-cart.ts';
import { claimsKey } from '../../lists/claims-key.ts';
import type { ProblemView } from '../../platform/api/api-problem.ts';
import { warnOnce } from '../../platform/browser/warn-once.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { useSession } from '../../platform/session/session-state.ts';
import { readText } from '../../platform/storage/browser-storage.ts';
import { OrderLink } from './order-link.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { InstallOffer } from '../../notifications/install-offer.tsx';
import { NotifyMe } from '../../notifications/notification-offer.tsx';
import { homePath } from '../../paths.ts';
import { CollectionStore } from '../../stores/components/collection-store-loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Downloads } from '../downloads/downloads-loader.ts';
import { isMadeOffline } from '../outbox/offline-order.ts';
import { isOwn, type PlacedOrder, resultsIn } from '../outbox/order-outbox.ts';
import { forgetOrder, startOrders, useOrders } from '../outbox/order-queue.ts';
import { type Placed, showPlaced } from '../state/placed-order.ts';
import { ExpectedDays } from './expected-days-loader.ts';
import { OfflineOrderConfirmation } from './offline-order-confirmation.tsx';
import { PendingOrderConfirmation } from './pending-order-confirmation.tsx';

/**
 * The page after the order: confirms that it is placed, or that it waits and will be sent, and the next
 * steps.
 */
export function ThankYou({
  placed,
  onRefused,
}: {
  placed: Placed;
  onRefused: (problem: ProblemView) => void;
}) {
  const { outbox } = useOrders();
  const { lines } = useCart();
  const [isKnown, setKnown] = useState(false);
  const waiting = outbox.entries.find(({ id }) => id === placed.id);
  const { placed: all, refused: refusals } = resultsIn(outbox);
  const arrived = all.find(({ id }) => id === placed.id);
  const refused = refusals.find(({ id }) => id === placed.id);
  // The cart holds another order by now. A waiting online order still has its cart.
  const isOver = lines.length > 0 && (waiting ? isMadeOffline(waiting) : arrived !== undefined);
  const isSessionKnown = useSession().state !== 'starting';
  const isOthers = isSessionKnown && waiting !== undefined && !isOwn(waiting, knownCustomer());
  useEffect(() => {
    void startOrders().then(() => setKnown(true));
  }, []);
  useEffect(() => {
    if (!isKnown) return;
    if (refused) void forgetOrder(refused.id).then(() => onRefused(refused.problem));
    // The page ended before anything was stored, or another customer uses the browser now.
    else if (isOver || isOthers || (!waiting && !arrived)) showPlaced(undefined);
  }, [isKnown, waiting, arrived, refused, isOver, isOthers, onRefused]);
  // An order made offline is listed among the waiting orders, so the next one can begin.
  useLeaving(arrived !== undefined || waiting?.offline !== undefined);
  const state = waiting ? 'waits' : arrived ? 'arrived' : undefined;
  useEffect(() => {
    // The focused element disappeared with the steps.
    if (state) document.querySelector('h1')?.focus();
  }, [state]);
  if (isOver || isOthers) return null;
  if (waiting && isMadeOffline(waiting)) return <OfflineOrderConfirmation order={waiting} />;
  if (waiting) return <PendingOrderConfirmation order={waiting} />;
  return arrived ? <Thanks placed={placed} arrived={arrived} /> : null;
}

/** Forgets the placed order when the shopper leaves the page. */
function useLeaving(isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return;
    return () => showPlaced(undefined);
  }, [isRead]);
}

function Thanks({ placed, arrived }: { placed: Placed; arrived: PlacedOrder }) {
  const { t, price } = useText();
  const { number, downloads } = arrived;
  const { email, customer, newAccount, collect, store, virtual, coupon, voucherLeft } = placed;
  const isDownloadDue = placed.hasDownloads && !downloads;
  useEffect(() => {
    if (!coupon || readText(claimsKey) === null) return;
    import('../../lists/claims.ts').then(
      ({ dropClaim }) => dropClaim(coupon),
      (error) => warnOnce('A used coupon cannot be forgotten', error),
    );
  }, [coupon]);
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <div className="grid gap-2" role="status">
        <span className="flex size-12 items-center justify-center rounded-full bg-accent text-on-accent">
          <Icon name="check" className="size-7" />
        </span>
        <PageTitle>{t('checkout.thanks')}</PageTitle>
        {number && <p className="text-lg">{t('checkout.number', { number })}</p>}
        <p className="wrap-anywhere">{t('checkout.mailed', { email })}</p>
        {!collect && <Expected {...{ placed, arrived }} />}
        {voucherLeft !== undefined && (
          <p>{t('cart.voucherLeft', { after: price(centsToDecimal(voucherLeft)) })}</p>
        )}
      </div>
      {store && (
        <CollectionStore store={store}>
          {(shown) => <Expected {...{ placed, arrived }} store={shown} />}
        </CollectionStore>
      )}
      {downloads && <Downloads files={downloads} />}
      <NextSteps placed={placed} isDownloadDue={isDownloadDue} />
      {!virtual && <NotifyMe order={placed.id} />}
      <InstallOffer />
      {newAccount && <p>{t('checkout.accountMade')}</p>}
      <div className="flex flex-wrap gap-3">
        <OrderLink number={number} link={placed.orderLink} isGuests={!customer}>
          {t('checkout.seeOrder')}
        </OrderLink>
        <ButtonLink to={homePath} variant="plain">
          {t('checkout.goOn')}
        </ButtonLink>
      </div>
      {!customer && (
        <InlineNotice title={t('checkout.accountHint')}>
          <p>{t('account.why')}</p>
          <ButtonLink to={registerPath} variant="plain" className="justify-self-start">
            {t('account.register')}
          </ButtonLink>
        </InlineNotice>
      )}
    </div>
  );
}

/** What happens to an order until it has arrived, and what the shopper has to do. */
function NextSteps({ placed, isDownloadDue }: { placed: Placed; isDownloadDue: boolean | undefined }) {
  const { t, price } = useText();
  const { collect, virtual, payment, due } = placed;
  if (virtual && !isDownloadDue) return null;
  return (
    <section aria-labelledby="next" className="grid gap-2 rounded-petal border border-divider bg-surface p-5">
      <h2 id="next" className="font-bold text-xl">
        {t('checkout.next')}
      </h2>
      <ol className="grid list-decimal gap-2 pl-5">
        {!virtual && (
          <>
            <li>{t('checkout.nextPacked')}</li>
            <li>{t(collect ? 'checkout.nextCollect' : 'checkout.nextDelivered')}</li>
          </>
        )}
        {payment === 'cashondelivery' && (
          <li>
            {t(due === undefined ? 'checkout.payOnDeliveryHint' : 'checkout.payOnDeliveryDue', {
              amount: price(centsToDecimal(due ?? 0)),
            })}
          </li>
        )}
        {isDownloadDue && <li>{t('checkout.downloadsLater')}</li>}
      </ol>
    </section>
  );
}

/** The days on which the order is expected; at a store, those on which it is open. */
function Expected({
  placed: { delivery },
  arrived: { number, at },
  store,
}: {
  placed: Placed;
  arrived: PlacedOrder;
  store?: { hours: string };
}) {
  if (!delivery || !number) return null;
  return <ExpectedDays title={delivery} number={number} orderedAt={new Date(at)} store={store} />;
}
