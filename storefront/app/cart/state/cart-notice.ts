import type { Text } from '../../platform/i18n/text.ts';
import { type NoticeText, okAction } from '../../ui/notices/notices.ts';
import { problemMessage } from '../../ui/notices/problem-notice.ts';
import type { CartEvent } from '../sync/cart-events.ts';

/** Spec commerce 9: how long the «added» notice is shown, in milliseconds. */
const addedFor = 700;

/**
 * The notice of a cart event, and its duration (spec commerce 8). Errors remain until they are dismissed.
 * @param toCheckout navigates to the checkout; omitted with an external checkout (SHELL-3)
 */
export function noticeOf(event: CartEvent, t: Text['t'], toCheckout?: () => void): NoticeText {
  const ok = okAction(t);
  const action2 = toCheckout && { label: t('cart.toCheckout'), run: toCheckout };
  const actions = { action: ok, ...(action2 && { action2 }) };
  switch (event.kind) {
    case 'added':
      if (event.unsure) return { kind: 'warning', message: t('cart.unsure'), ...actions };
      return { kind: 'success', message: t('cart.added'), timeToLive: addedFor, ...actions };
    case 'updated':
      return { kind: 'success', message: t('cart.updated'), ...actions };
    case 'refused':
      return { kind: 'error', message: problemMessage(event, t), action: ok };
    case 'couponGone':
      return { kind: 'warning', message: t('cart.couponGone', { coupon: event.coupon }), action: ok };
    case 'waits':
      return { kind: 'warning', message: t('cart.waits'), action: ok };
    default:
      return { kind: 'warning', message: t(`cart.${event.kind}`), hasNoTimeout: true, action: ok };
  }
}
