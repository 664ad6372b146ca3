import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/text-context.tsx';
import '../i18n/needs/cart-messages.ts';
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
  const isInside = open === miniCartPanel;
  useEffect(
    () =>
      onCartNews((news) => {
        const to = checkoutAddress();
        const notice = noticeOf(news, t, to ? () => void navigate(to) : undefined);
        if (isInside) say(notice.message, notice.kind === 'error' || notice.kind === 'warning');
        else notify(notice);
      }),
    [t, notify, navigate, isInside],
  );
  return null;
}
