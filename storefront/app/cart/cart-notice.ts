import type { Text } from '../i18n/text.ts';
import { problemWords } from '../refusal-notice.ts';
import { type NoticeText, okAction } from '../ui/notices.ts';
import type { CartNews } from './cart-news.ts';

/** Commerce 9: how long «added» stays, in milliseconds. */
const addedFor = 700;

/**
 * What is said of the cart, and for how long (commerce 8). Errors stay until they are dismissed.
 *
 * @param toCheckout leads to the checkout; left out where there is none of ours (SHELL-3)
 */
export function noticeOf(news: CartNews, t: Text['t'], toCheckout?: () => void): NoticeText {
  const ok = okAction(t);
  const action2 = toCheckout && { label: t('cart.toCheckout'), run: toCheckout };
  const actions = { action: ok, ...(action2 && { action2 }) };
  switch (news.kind) {
    case 'added':
      if (news.unsure) return { kind: 'warning', message: t('cart.unsure'), ...actions };
      return { kind: 'success', message: t('cart.added'), timeToLive: addedFor, ...actions };
    case 'updated':
      return { kind: 'success', message: t('cart.updated'), ...actions };
    case 'refused':
      return { kind: 'error', message: problemWords(news, t), action: ok };
    case 'couponGone':
      return { kind: 'warning', message: t('cart.couponGone', { coupon: news.coupon }), action: ok };
    case 'waits':
      return { kind: 'warning', message: t('cart.waits'), action: ok };
    default:
      return { kind: 'warning', message: t(`cart.${news.kind}`), hasNoTimeout: true, action: ok };
  }
}
