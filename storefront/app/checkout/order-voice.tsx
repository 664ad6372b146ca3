import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { askBeforeLogout } from '../accounts/session/session-events.ts';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/account-messages.ts';
import '../i18n/needs/cart-messages.ts';
import '../i18n/needs/checkout-messages.ts';
import { checkoutPath } from '../paths.ts';
import { problemWords } from '../refusal-notice.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { answersIn } from './order-box.ts';
import { currentOrders, useOrders } from './order-queue.ts';

/**
 * On any page while an order waits: it goes on being sent, what becomes of it is said, and who logs out is asked
 * first (decision 42).
 */
export function OrderVoice() {
  const { t } = useText();
  const { notify } = useNotices();
  const { box } = useOrders();
  const { pathname } = useLocation();
  const isHere = pathname === checkoutPath;
  const waited = useRef<readonly string[]>([]);
  useEffect(() => {
    const { placed, refused } = answersIn(box);
    const wasWaiting = ({ id }: { id: string }) => waited.current.includes(id);
    const arrived = placed.find(wasWaiting);
    const back = refused.find(wasWaiting);
    waited.current = box.entries.map(({ id }) => id);
    if (isHere) return;
    if (arrived) notify({ kind: 'success', message: t('checkout.arrived', { number: arrived.number }) });
    if (back) {
      const reason = problemWords(back.problem, t);
      notify({ kind: 'error', message: t('checkout.cameBack', { reason }) });
    }
  }, [box, isHere, notify, t]);
  useEffect(
    () =>
      askBeforeLogout(async () => {
        const isWaiting = currentOrders().box.entries.some(({ customer }) => customer !== undefined);
        return !isWaiting || confirm(t('checkout.logOutAsk'));
      }),
    [t],
  );
  return null;
}
