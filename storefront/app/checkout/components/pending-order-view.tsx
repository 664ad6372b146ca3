import type { WaitingState } from '@fynbos/core/checkout/offline-order-states.ts';
import { awaitsShopper } from '@fynbos/core/checkout/offline-order-states.ts';
import { centsToDecimal, timesQuantity } from '@fynbos/core/money.ts';
import { useState } from 'react';
import { LoginLink } from '../../accounts/components/login-link.tsx';
import type { MessageId } from '../../platform/i18n/text.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import { useViewDate } from '../../platform/i18n/view-date.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import '../../platform/i18n/parts/problem-messages.ts';
import { useOnline } from '../../platform/browser/use-online.ts';
import { Button } from '../../ui/button.tsx';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { differencesIn, type MadeOffline } from '../outbox/offline-order.ts';
import { isOwn } from '../outbox/order-outbox.ts';
import { confirmOrder, useOrders, withdraw } from '../outbox/order-queue.ts';
import { ChangeLine } from './order-change.tsx';

const sentences: Record<WaitingState, MessageId> = {
  waiting: 'checkout.stateWaiting',
  sending: 'checkout.stateSending',
  differs: 'problem.total_changed',
  refused: 'checkout.stateRefused',
  needsYou: 'checkout.stateNeedsYou',
  goingBack: 'checkout.backInCart',
};

/**
 * An order made offline: its lines, its state, and the available actions.
 * @param unasked it is sent automatically from here, without a confirmation
 */
export function WaitingOrderView({ order, unasked = false }: { order: MadeOffline; unasked?: boolean }) {
  const { t, price } = useText();
  const date = useViewDate();
  const { state, shown } = order.offline;
  const isFailed = state === 'refused' || state === 'needsYou';
  return (
    <article
      aria-label={t('checkout.orderOf', { date: date(order.at) })}
      className="grid gap-3 rounded-petal border border-divider bg-surface p-4"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold">{t('checkout.orderOf', { date: date(order.at) })}</span>
        <span className="tabular-nums font-bold text-lg">{price(centsToDecimal(order.grandTotal))}</span>
      </p>
      <ul className="grid gap-1">
        {shown.lines.map(({ key, qty, name, unit }) => (
          <li key={key} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              {qty} × {name}
            </span>
            <span className="tabular-nums whitespace-nowrap">
              {price(centsToDecimal(timesQuantity(unit, qty)))}
            </span>
          </li>
        ))}
        {shown.totals.discount > 0 && (
          <li className="flex justify-between gap-4">
            {t('cart.discount')}
            <span className="tabular-nums whitespace-nowrap">
              {price(centsToDecimal(-shown.totals.discount))}
            </span>
          </li>
        )}
        {shown.totals.shipping !== undefined && (
          <li className="flex justify-between gap-4 text-muted">
            {t('cart.delivery')}
            <span className="tabular-nums whitespace-nowrap">
              {price(centsToDecimal(shown.totals.shipping))}
            </span>
          </li>
        )}
      </ul>
      <div role="status" className="grid gap-1">
        <p
          className={awaitsShopper(state) && state !== 'waiting' ? 'font-semibold text-danger' : 'text-muted'}
        >
          {!(unasked && state === 'waiting') && t(sentences[state])}
        </p>
        {isFailed && order.problem && <p>{problemMessage(order.problem, t)}</p>}
        {state === 'differs' && <Differences order={order} />}
      </div>
      <Doing order={order} unasked={unasked && state === 'waiting'} />
    </article>
  );
}

function Differences({ order }: { order: MadeOffline }) {
  return (
    <ul className="grid gap-1">
      {differencesIn(order.offline).map((change) => (
        <li key={JSON.stringify(change)}>
          <ChangeLine change={change} />
        </li>
      ))}
    </ul>
  );
}

/** Buttons to confirm or withdraw; explains why confirming is not possible. */
function Doing({ order, unasked }: { order: MadeOffline; unasked: boolean }) {
  const { t, price } = useText();
  const online = useOnline();
  const { sending } = useOrders();
  const profile = useProfile();
  const { notify } = useNotices();
  const [isUnknown, setUnknown] = useState(false);
  const { state, now } = order.offline;
  const isOthers = !isOwn(order, profile?.id);
  const total = price(centsToDecimal((now?.totals ?? order).grandTotal));
  const yes = t(state === 'refused' || state === 'needsYou' ? 'checkout.sendAgain' : 'checkout.place', {
    total,
  });
  return (
    <>
      {isOthers && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('checkout.logInToSend')}
          {!profile && <LoginLink next="/" />}
        </p>
      )}
      {!online && !unasked && <p className="text-muted">{t('checkout.confirmOffline')}</p>}
      <div className="flex flex-wrap gap-2">
        {awaitsShopper(state) && !unasked && (
          <Button disabled={!online || isOthers} onClick={() => void confirmOrder(order.id)}>
            {yes}
          </Button>
        )}
        <Button
          variant="plain"
          disabled={sending === order.id || isOthers}
          onClick={() => {
            setUnknown(false);
            withdraw(order).then(
              (isBack) => isBack && notify({ kind: 'info', message: t('checkout.backInCart') }),
              () => setUnknown(true),
            );
          }}
        >
          {t('checkout.backIntoCart')}
        </Button>
      </div>
      {isUnknown && (
        <p role="alert" className="font-semibold text-danger">
          {t('checkout.takeBackUnknown')}
        </p>
      )}
    </>
  );
}
