import { isWithin } from '../pricing/tax.ts';
import { type Deal, type DealLine, savesOn } from './deals.ts';

/** A deal that a cart comes close to, and what it lacks. */
export interface MissedDeal {
  /** The line where the shopper is told. */
  key: string;
  deal: Deal;
  /** Number of units to add; for a combo, one of each missing part. */
  missing: number;
}

/**
 * The deals in force that units of the cart would count in, if there were more of them. A deal that would
 * save nothing is left out; the prices of the missing parts of a combo are unknown, so it is always named.
 * @param left the units that no deal has used
 */
export function missedDeals(left: readonly DealLine[], deals: readonly Deal[], now: Date): MissedDeal[] {
  return deals
    .filter((deal) => isWithin(now, deal.valid_from, deal.valid_to))
    .flatMap((deal) => {
      const lines = left.filter((line) => line.qty > 0 && deal.products.has(line.sku));
      const [first, ...rest] = lines;
      const missing = missingIn(deal, lines);
      if (!first || missing <= 0) return [];
      const isWorthwhile =
        deal.kind === 'combo' || savesOn(deal, [{ ...first, qty: first.qty + missing }, ...rest]);
      return isWorthwhile ? [{ key: first.key, deal, missing }] : [];
    });
}

function missingIn({ kind, qty, products }: Deal, lines: readonly DealLine[]): number {
  if (kind !== 'combo') return qty - lines.reduce((sum, line) => sum + line.qty, 0);
  const parts = new Set(lines.map(({ sku }) => products.get(sku)));
  return new Set(products.values()).size - parts.size;
}
