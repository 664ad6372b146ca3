import { centsToDecimal } from '@fynbos/core/money.ts';
import { useState } from 'react';
import { LoginLink } from '../accounts/login-link.tsx';
import { ApiProblem } from '../api-problem.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import '../i18n/needs/checkout-messages.ts';
import '../i18n/needs/problem-messages.ts';
import { needsYou } from '../offline/attempt.ts';
import { checkoutPath, homePath } from '../paths.ts';
import { TellMe } from '../push/tell-me.tsx';
import { problemWords } from '../refusal-notice.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { useOnline } from '../ui/online.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { useOrders } from './kept-orders.ts';
import type { WaitingOrder } from './order-box.ts';
import { retryOrder, withdraw } from './order-queue.ts';
import { showPlaced } from './placed.ts';

/** It is written down and has not reached the shop: what that means, and what can be done. */
export function Waits({ order }: { order: WaitingOrder }) {
  const { t, price } = useText();
  const { kept, sending, failure } = useOrders();
  const online = useOnline();
  const [problem, setProblem] = useState<ApiProblem>();
  const queued = online ? 'checkout.queued' : 'checkout.queuedOffline';
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
          <p className="font-semibold">{t(kept ? queued : 'checkout.notQueued')}</p>
          <p>{t(kept ? 'checkout.waitsText' : 'checkout.waitsUnkept')}</p>
          <p className="figures font-semibold">
            {t('cart.total')}: {price(centsToDecimal(order.grandTotal))}
          </p>
          {needsYou(order) && order.problem && (
            <p className="font-semibold text-protea">
              {t('checkout.stateNeedsYou')} {problemWords(order.problem, t)}
            </p>
          )}
          {needsLogin && (
            <p className="flex flex-wrap items-center gap-x-2">
              {t('checkout.logInToSend')}
              <LoginLink next={checkoutPath} />
            </p>
          )}
        </NoticeBox>
        {sending && <p>{t('checkout.sending')}</p>}
      </div>
      <TellMe order={order.id} waiting />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void retryOrder(order.id)} aria-disabled={sending !== undefined || undefined}>
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
