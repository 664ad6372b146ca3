import { centsToDecimal } from '@fynbos/core/money.ts';
import { useEffect, useState } from 'react';
import { orderPath, ordersPath, registerPath } from '../account-paths.ts';
import { LoginLink } from '../accounts/login-link.tsx';
import { ApiProblem, type ProblemView } from '../api-problem.ts';
import { useCart } from '../cart/use-cart.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/checkout-messages.ts';
import { checkoutPath, homePath, orderTrackingPath, withQuery } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useOnline } from '../ui/online.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { answersIn, type WaitingOrder } from './order-box.ts';
import { forgetOrder, ordersLoaded, sendNow, useOrders, withdraw } from './order-queue.ts';
import { type Placed, showPlaced } from './placed.ts';

/** After the order: that it is placed, or that it waits and is sent; what happens next. */
export function ThankYou({
  placed,
  onRefused,
}: {
  placed: Placed;
  onRefused: (problem: ProblemView) => void;
}) {
  const { box } = useOrders();
  const { lines } = useCart();
  const [isKnown, setKnown] = useState(false);
  const waiting = box.entries.find(({ id }) => id === placed.id);
  const { placed: all, refused: refusals } = answersIn(box);
  const arrived = all.find(({ id }) => id === placed.id);
  const refused = refusals.find(({ id }) => id === placed.id);
  useEffect(() => {
    void ordersLoaded.then(() => setKnown(true));
  }, []);
  useEffect(() => {
    if (!isKnown) return;
    if (refused) void forgetOrder(refused.id).then(() => onRefused(refused.problem));
    // The page ended before anything was written down, or something else is in the cart by now.
    else if (!waiting && (!arrived || lines.length > 0)) showPlaced(undefined);
  }, [isKnown, waiting, arrived, refused, lines.length, onRefused]);
  useLeaving(arrived !== undefined);
  const state = waiting ? 'waits' : arrived ? 'arrived' : undefined;
  useEffect(() => {
    // What had the focus went with the steps.
    if (state) document.querySelector('h1')?.focus();
  }, [state]);
  if (waiting) return <Waits order={waiting} />;
  return arrived ? <Thanks placed={placed} number={arrived.number} /> : null;
}

/** Whoever goes on shopping has read it. */
function useLeaving(isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return;
    return () => showPlaced(undefined);
  }, [isRead]);
}

function Thanks({ placed, number }: { placed: Placed; number: string }) {
  const { t } = useText();
  const { email, customer, newAccount, collect, payment } = placed;
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <div className="grid gap-2" role="status">
        <span className="flex size-12 items-center justify-center rounded-full bg-leaf text-on-leaf">
          <Icon name="check" className="size-7" />
        </span>
        <PageTitle>{t('checkout.thanks')}</PageTitle>
        {number && <p className="text-lg">{t('checkout.number', { number })}</p>}
        <p className="wrap-anywhere">{t('checkout.mailed', { email })}</p>
      </div>
      <section aria-labelledby="next" className="grid gap-2 rounded-petal border border-line bg-card p-5">
        <h2 id="next" className="font-bold text-xl">
          {t('checkout.next')}
        </h2>
        <ol className="grid list-decimal gap-2 pl-5">
          <li>{t('checkout.nextPacked')}</li>
          <li>{t(collect ? 'checkout.nextCollect' : 'checkout.nextDelivered')}</li>
          {payment === 'cashondelivery' && <li>{t('checkout.payOnDeliveryHint')}</li>}
        </ol>
      </section>
      {newAccount && <p>{t('checkout.accountMade')}</p>}
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={pathOf(number, customer)}>{t('checkout.seeOrder')}</ButtonLink>
        <ButtonLink to={homePath} look="plain">
          {t('checkout.goOn')}
        </ButtonLink>
      </div>
      {!customer && (
        <NoticeBox title={t('checkout.accountHint')}>
          <p>{t('account.why')}</p>
          <ButtonLink to={registerPath} look="plain" className="justify-self-start">
            {t('account.register')}
          </ButtonLink>
        </NoticeBox>
      )}
    </div>
  );
}

function pathOf(number: string, customer: boolean): string {
  if (customer) return number ? orderPath(number) : ordersPath;
  return withQuery(orderTrackingPath, new URLSearchParams({ number }));
}

/** It is written down and has not reached the shop: what that means, and what can be done. */
function Waits({ order }: { order: WaitingOrder }) {
  const { t, price } = useText();
  const { kept, busy, failure } = useOrders();
  const online = useOnline();
  const [problem, setProblem] = useState<ApiProblem>();
  const needsLogin = failure?.status === 401;
  async function takeBack(): Promise<void> {
    setProblem(undefined);
    try {
      if (await withdraw(order)) showPlaced(undefined);
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('internal'));
    }
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6 py-6">
      <PageTitle>{t('checkout.waits')}</PageTitle>
      <div role="status" className="grid gap-4">
        <NoticeBox icon={online ? 'warning' : 'cloudOff'}>
          <p className="font-semibold">{t(online ? 'checkout.queued' : 'checkout.queuedOffline')}</p>
          <p>{t(kept ? 'checkout.waitsText' : 'checkout.waitsUnkept')}</p>
          <p className="figures font-semibold">
            {t('cart.total')}: {price(centsToDecimal(order.grandTotal))}
          </p>
          {needsLogin && (
            <p className="flex flex-wrap items-center gap-x-2">
              {t('checkout.logInToSend')}
              <LoginLink next={checkoutPath} />
            </p>
          )}
        </NoticeBox>
        {busy && <p>{t('checkout.sending')}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void sendNow()} aria-disabled={busy || undefined}>
          {t('checkout.sendNow')}
        </Button>
        <Button look="plain" onClick={() => void takeBack()}>
          {t('checkout.takeBack')}
        </Button>
        <ButtonLink to={homePath} look="quiet">
          {t('checkout.goOn')}
        </ButtonLink>
      </div>
      {problem && (
        <p role="alert" className="font-semibold text-protea">
          {t('checkout.takeBackUnknown')}
        </p>
      )}
    </div>
  );
}
