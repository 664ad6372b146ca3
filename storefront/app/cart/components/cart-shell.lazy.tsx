import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAllLabels } from '../../catalogue/state/use-all-labels.ts';
import { idle } from '../../platform/browser/idle.ts';
import { useText } from '../../platform/i18n/text-context.tsx';
import '../../platform/i18n/parts/cart-messages.ts';
import { checkoutPath } from '../../paths.ts';
import { useNotices } from '../../ui/notices/notices-provider.tsx';
import { searchPanel } from '../../ui/panels/panel-ids.ts';
import { useOpenPanel } from '../../ui/panels/panels-provider.tsx';
import { announceText } from '../state/cart-announcement.ts';
import { noticeOf } from '../state/cart-notice.ts';
import { checkoutAddress } from '../state/checkout-url.ts';
import { startedDealText } from '../state/deal-progress.ts';
import { miniCartPanel } from '../state/mini-cart-panel-id.ts';
import { startedDeals } from '../state/started-deals.ts';
import { useCart } from '../state/use-cart.ts';
import { onCartEvent } from '../sync/cart-events.ts';

/** What every page has of the cart once there is one, besides the mini cart: its notices. */
export function CartShell() {
  const { lines, state } = useCart();
  const text = useText();
  useAllLabels(lines.length > 0);
  // A line that is being sent has no promotions for a moment.
  const isSettled = state !== 'ready' || !lines.some(({ pending }) => pending);
  useEffect(() => {
    if (isSettled) startedDeals.set(startedDealText(lines, text));
  }, [isSettled, lines, text]);
  const isThere = lines.length > 0 && !lines.some(({ pending }) => pending);
  useEffect(() => {
    if (isThere)
      void idle(5000).then(() =>
        import('../state/prefetch-methods.lazy.ts').then(
          ({ prefetchMethods }) => prefetchMethods(),
          () => {},
        ),
      );
  }, [isThere]);
  return <CartNotifier />;
}

/**
 * Announces cart events (spec commerce 8): as a notice, or inside the mini cart or the search panel while
 * that covers the notices of the page.
 */
function CartNotifier() {
  const { t } = useText();
  const { notify } = useNotices();
  const open = useOpenPanel();
  const navigate = useNavigate();
  const isPaying = useLocation().pathname === checkoutPath;
  const isInside = open === miniCartPanel || open === searchPanel;
  useEffect(
    () =>
      onCartEvent((event) => {
        // No checkout link for a shopper who is already there.
        const to = isPaying ? undefined : checkoutAddress();
        const notice = noticeOf(event, t, to ? () => void navigate(to) : undefined);
        if (isInside) announceText(notice.message, notice.kind === 'error' || notice.kind === 'warning');
        else notify(notice);
      }),
    [t, notify, navigate, isInside, isPaying],
  );
  return null;
}
