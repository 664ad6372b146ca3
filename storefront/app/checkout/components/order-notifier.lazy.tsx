import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../../platform/i18n/text-context.tsx';
import { knownCustomer } from '../../platform/session/current-customer.ts';
import { confirmBeforeLogout, onSessionEnd } from '../../platform/session/session-events.ts';
import { useProfile } from '../../platform/session/session-state.ts';
import '../../platform/i18n/parts/account-messages.ts';
import '../../platform/i18n/parts/cart-messages.ts';
import '../../platform/i18n/parts/checkout-messages.ts';
import { checkoutPath } from '../../paths.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import { isOwn, needsDecision, resultsIn } from '../outbox/order-outbox.ts';
import { currentOrders, forgetOrdersOf, useOrders } from '../outbox/order-queue.ts';
import { WaitingOrders } from './pending-orders-panel.tsx';

/**
 * Active on any page while an order waits: sends it or prompts the shopper, shows the result, and asks for
 * confirmation before a logout (spec D42).
 */
export function OrderNotifier() {
  const { t } = useText();
  const { notify } = useNotices();
  const { outbox } = useOrders();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isHere = pathname === checkoutPath;
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const { placed, refused } = resultsIn(outbox);
    const wasWaiting = ({ id }: { id: string }) => waited.current.includes(id);
    const arrived = placed.filter(wasWaiting);
    const back = refused.find(wasWaiting);
    waited.current = outbox.entries.map(({ id }) => id);
    if (isHere) return;
    for (const { number } of arrived) {
      const message = number ? t('checkout.arrived', { number }) : t('checkout.arrivedPlain');
      notify({ kind: 'success', message });
    }
    if (back) {
      const reason = problemMessage(back.problem, t);
      notify({ kind: 'error', message: t('checkout.cameBack', { reason }) });
    }
  }, [outbox, isHere, notify, t]);
  const profile = useProfile();
  const stuck = outbox.entries.find(
    (order) => !order.offline && needsDecision(order) && isOwn(order, profile?.id),
  )?.id;
  useEffect(() => {
    // Orders made offline have their own prompt.
    if (stuck === undefined || isHere) return;
    const action = { label: t('checkout.seeOrder'), run: () => void navigate(checkoutPath) };
    notify({ kind: 'error', message: t('checkout.stateNeedsYou'), action });
  }, [stuck, isHere, navigate, notify, t]);
  useEffect(() => {
    const stops = [
      confirmBeforeLogout(async (how) => {
        const customer = knownCustomer();
        const isWaiting = currentOrders().outbox.entries.some(
          (order) => order.customer !== undefined && isOwn(order, customer),
        );
        return !isWaiting || confirm(t(how === 'erased' ? 'checkout.eraseAsk' : 'checkout.logOutAsk'));
      }),
      // After the account is deleted its orders could no longer be sent or withdrawn.
      onSessionEnd((how, whose) => how === 'erased' && void forgetOrdersOf(whose)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
  return <WaitingOrders />;
}
