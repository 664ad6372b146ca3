import type { Text } from '../../platform/i18n/text.ts';
import type { CartViewLine, DealMet, DealMissed } from '../sync/cart-view.ts';

/** How far a cart is with the promotions of a product. */
export interface DealProgress {
  begun: { dealsMet: DealMet[]; dealsMissed: DealMissed[] };
  /** The promotions that nothing in the cart counts in. */
  labels: string[];
}

/**
 * The progress of a product's promotions with what is in the cart, which may be other products of the same promotion. A cart
 * names a promotion at each line it saves on, and at one line if it lacks units.
 */
export function dealProgress(
  { deals = [], deal_codes = [] }: { deals?: readonly string[]; deal_codes?: readonly string[] },
  lines: readonly Pick<CartViewLine, 'dealsMet' | 'dealsMissed'>[],
): DealProgress {
  const isOwn = ({ code }: { code?: string }) => code !== undefined && deal_codes.includes(code);
  const met = Map.groupBy(
    lines.flatMap(({ dealsMet = [] }) => dealsMet.filter(isOwn)),
    ({ code }) => code,
  );
  const dealsMissed = lines.flatMap((line) => line.dealsMissed?.filter(isOwn) ?? []);
  const named = new Set([...[...met.values()].flat(), ...dealsMissed].map(({ label }) => label));
  return {
    begun: { dealsMet: [...met.values()].map(sumOf), dealsMissed },
    labels: deals.filter((label) => !named.has(label)),
  };
}

/** What a promotion saves on all lines together. */
const sumOf = (parts: readonly DealMet[]): DealMet => ({
  // A group has at least one entry.
  ...parts[0]!,
  saving: parts.reduce((sum, { saving }) => sum + saving, 0),
});

/** How many units a promotion lacks. */
export const missedDealText = (
  { isCombo, missing: count, label: deal }: DealMissed,
  { t, label }: Pick<Text, 't' | 'label'>,
): string => t(isCombo ? 'cart.dealMissedCombo' : 'cart.dealMissed', { count, deal: label(deal) });

/** Returns what the first of these promotions that a cart has begun lacks, in words. */
export type StartedDealText = (codes: readonly string[] | undefined) => string | undefined;

/** The promotions that a cart has begun; a promotion in a snapshot of an older version has no code and is not found. */
export function startedDealText(
  lines: readonly Pick<CartViewLine, 'dealsMissed'>[],
  text: Pick<Text, 't' | 'label'>,
): StartedDealText {
  const missed = lines.flatMap(({ dealsMissed = [] }) => dealsMissed);
  return (codes = []) => {
    const [deal] = codes.flatMap((code) => missed.find((candidate) => candidate.code === code) ?? []);
    return deal && missedDealText(deal, text);
  };
}
