import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
import { checkoutPath } from '../paths.ts';
import { useNotices } from '../ui/notices-provider.tsx';
import { usePanels } from '../ui/panels.tsx';
import { onCartNews } from './cart-news.ts';
import { noticeOf } from './cart-notice.ts';
import { checkoutAddress } from './checkout-address.ts';
import { miniCartPanel } from './mini-panel.ts';
import { say } from './said.ts';

/**
 * Says what happens to the cart (commerce 8): as a notice, or inside the mini cart while that lies over the
 * notices of the page.
 */
export function CartVoice() {
  const { t } = useText();
  const { notify } = useNotices();
  const { open } = usePanels();
  const navigate = useNavigate();
  const isPaying = useLocation().pathname === checkoutPath;
  const isInside = open === miniCartPanel;
  useEffect(
    () =>
      onCartNews((news) => {
        // Whoever is there already is not led there.
        const to = isPaying ? undefined : checkoutAddress();
        const notice = noticeOf(news, t, to ? () => void navigate(to) : undefined);
        if (isInside) say(notice.message, notice.kind === 'error' || notice.kind === 'warning');
        else notify(notice);
      }),
    [t, notify, navigate, isInside, isPaying],
  );
  return null;
}
