import type { Text } from '../../platform/i18n/text.ts';
import type { CartViewLine, DealMissed } from '../sync/cart-view.ts';

/** How many units a promotion lacks. */
export const missedDealText = (
  { isCombo, missing: count, label: deal }: DealMissed,
  { t, label }: Pick<Text, 't' | 'label'>,
): string => t(isCombo ? 'cart.dealMissedCombo' : 'cart.dealMissed', { count, deal: label(deal) });

/** The same of all promotions in a cart, by code; a promotion in a snapshot of an older version has none. */
export const missedDealTexts = (
  lines: readonly Pick<CartViewLine, 'dealsMissed'>[],
  text: Pick<Text, 't' | 'label'>,
): ReadonlyMap<string, string> =>
  new Map(
    lines
      .flatMap(({ dealsMissed = [] }) => dealsMissed)
      .flatMap((deal): [string, string][] => (deal.code ? [[deal.code, missedDealText(deal, text)]] : [])),
  );
