import { centsToDecimal } from '@fynbos/core/money.ts';
import { useState } from 'react';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import { NotifyMe } from '../../notifications/notification-offer.tsx';
import { checkoutPath, homePath } from '../../paths.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { needsYou } from '../../platform/outbox/send-attempt.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import type { WaitingOrder } from '../outbox/offline-order.ts';
import { retryOrder, useOrders, withdraw } from '../outbox/order-queue.ts';
import { showPlaced } from '../state/placed-order.ts';

/** The order is stored and has not reached the shop: explains this and offers actions. */
export function PendingOrderConfirmation({ order }: { order: WaitingOrder }) {
  const { t, price } = useText();
  const { durable: isDurable, sending, failure } = useOrders();
  const online = useOnline();
  const [problem, setProblem] = useState<ApiProblem>();
  const queued = online ? 'checkout.queued' : 'checkout.queuedOffline';
  const needsLogin = failure?.status === 401;
  async function withdrawOrder(): Promise<void> {
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
        <InlineNotice icon={online ? 'warning' : 'cloudOff'}>
          <p className="font-semibold">{t(isDurable ? queued : 'checkout.notQueued')}</p>
          <p>{t(isDurable ? 'checkout.waitsText' : 'checkout.waitsUnkept')}</p>
          <p className="tabular-nums font-semibold">
            {t('cart.total')}: {price(centsToDecimal(order.grandTotal))}
          </p>
          {needsYou(order) && order.problem && (
            <p className="font-semibold text-danger">
              {t('checkout.stateNeedsYou')} {problemMessage(order.problem, t)}
            </p>
          )}
          {needsLogin && (
            <p className="flex flex-wrap items-center gap-x-2">
              {t('checkout.logInToSend')}
              <LoginLink next={checkoutPath} />
            </p>
          )}
        </InlineNotice>
        {sending && <p>{t('checkout.sending')}</p>}
      </div>
      <NotifyMe order={order.id} waiting />
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void retryOrder(order.id)} aria-disabled={sending !== undefined || undefined}>
          {t('checkout.sendNow')}
        </Button>
        <Button variant="plain" onClick={() => void withdrawOrder()}>
          {t('checkout.takeBack')}
        </Button>
        <ButtonLink to={homePath} variant="quiet">
          {t('checkout.goOn')}
        </ButtonLink>
      </div>
      {problem && (
        <p role="alert" className="font-semibold text-danger">
          {t('checkout.takeBackUnknown')}
        </p>
      )}
    </div>
  );
}
