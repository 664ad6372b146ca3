import { mailOrderLink } from '@fynbos/core/orders/contract.ts';
import { useRef, useState } from 'react';
import { callApi } from '../../api-client.ts';
import { inView, orderTrackingPath } from '../../paths.ts';
import { ApiProblem, type ProblemView } from '../../platform/api/api-problem.ts';
import '../../platform/i18n/parts/delivery-messages.ts';
import '../../platform/i18n/parts/orders-messages.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { StoreFacts } from '../../stores/components/store-details.tsx';
import { Button } from '../../ui/button.tsx';
import { InlineNotice } from '../../ui/notices/inline-notice.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { type ShownState, timeOf } from '../state/order-response.ts';
import { OrderPath } from './order-progress.tsx';

/** The state of a guest's order, for a visitor without its link, who can have the link mailed. */
export function OrderStateView({ order, email }: { order: ShownState; email: string }) {
  const { t } = useText();
  const date = useViewDate();
  const store = order.collect_at;
  return (
    <div className="grid gap-6">
      <p className="-mt-4 text-muted">{t('orders.placedOn', { date: date(timeOf(order.created_at)) })}</p>
      <OrderPath order={order} isCollected={store !== undefined} />
      {store && (
        <section aria-labelledby="collect-at" className="grid gap-2">
          <h2 id="collect-at" className="font-bold text-xl">
            {t('delivery.collect', { store: store.name })}
          </h2>
          <StoreFacts store={store} />
        </section>
      )}
      <MailLink order={order} email={email} />
    </div>
  );
}

/** Offers the link by mail. A form, so that it works without scripts too. */
function MailLink({ order: { increment_id: orderNumber }, email }: { order: ShownState; email: string }) {
  const { t } = useText();
  const [isMailed, setMailed] = useState(false);
  const [problem, setProblem] = useState<ProblemView>();
  const running = useRef(false);
  const send = async (event: React.FormEvent) => {
    event.preventDefault();
    if (running.current) return;
    running.current = true;
    setProblem(undefined);
    try {
      await callApi(mailOrderLink, { body: { orderNumber, email } });
      setMailed(true);
    } catch (error) {
      setProblem((error instanceof ApiProblem ? error : new ApiProblem('unreachable')).view);
    }
    running.current = false;
  };
  return (
    <InlineNotice>
      <p>{t('orders.trackStateOnly')}</p>
      {!isMailed && (
        <form
          method="post"
          action={inView(orderTrackingPath)}
          onSubmit={(event) => void send(event)}
          className="justify-self-start"
        >
          <input type="hidden" name="orderNumber" value={orderNumber} />
          <input type="hidden" name="email" value={email} />
          <input type="hidden" name="show" value="mail" />
          <Button type="submit" variant="plain">
            {t('orders.trackMailLink')}
          </Button>
        </form>
      )}
      <div role="status">
        {isMailed && <p className="font-semibold">{t('orders.trackLinkMailed')}</p>}
        {problem && <p className="font-semibold text-danger">{problemMessage(problem, t)}</p>}
      </div>
    </InlineNotice>
  );
}
