import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { knownCustomer } from '../accounts/session/known-customer.ts';
import { askBeforeLogout, onSessionEnd } from '../accounts/session/session-events.ts';
import { useProfile } from '../accounts/session/state.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/cart-messages.ts';
import '../i18n/needs/checkout-messages.ts';
import { checkoutPath } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { currentOrders, forgetOrdersOf, useOrders } from './kept-orders.ts';
import { answersIn, isAsked, isOwn } from './order-box.ts';
import { WaitingOrders } from './waiting-orders.tsx';

/**
 * On any page while an order waits: it goes on being sent, or its shopper is asked; what becomes of it is said, and who
 * logs out is asked first (decision 42).
 */
export function OrderVoice() {
  const { t } = useText();
  const { notify } = useNotices();
  const { box } = useOrders();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isHere = pathname === checkoutPath;
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const { placed, refused } = answersIn(box);
    const wasWaiting = ({ id }: { id: string }) => waited.current.includes(id);
    const arrived = placed.filter(wasWaiting);
    const back = refused.find(wasWaiting);
    waited.current = box.entries.map(({ id }) => id);
    if (isHere) return;
    for (const { number } of arrived) {
      const message = number ? t('checkout.arrived', { number }) : t('checkout.arrivedPlain');
      notify({ kind: 'success', message });
    }
    if (back) {
      const reason = problemWords(back.problem, t);
      notify({ kind: 'error', message: t('checkout.cameBack', { reason }) });
    }
  }, [box, isHere, notify, t]);
  const profile = useProfile();
  const stuck = box.entries.find(
    (order) => !order.offline && isAsked(order) && isOwn(order, profile?.id),
  )?.id;
  useEffect(() => {
    // Those that were made offline have a prompt of their own.
    if (stuck === undefined || isHere) return;
    const action = { label: t('checkout.seeOrder'), run: () => void navigate(checkoutPath) };
    notify({ kind: 'error', message: t('checkout.stateNeedsYou'), action });
  }, [stuck, isHere, navigate, notify, t]);
  useEffect(() => {
    const stops = [
      askBeforeLogout(async (how) => {
        const own = knownCustomer();
        const isWaiting = currentOrders().box.entries.some(
          (order) => order.customer !== undefined && isOwn(order, own),
        );
        return !isWaiting || confirm(t(how === 'erased' ? 'checkout.eraseAsk' : 'checkout.logOutAsk'));
      }),
      // Nobody could send any more what is bound to a customer who is gone, or take it back.
      onSessionEnd((how, whose) => how === 'erased' && void forgetOrdersOf(whose)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [t]);
  return <WaitingOrders />;
}
