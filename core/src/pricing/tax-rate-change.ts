import type { Percent } from '../money.ts';
import type { TaxRate } from './tax.ts';

type Rate = Omit<TaxRate, 'id'>;

/** A national rate from an instant on. */
export interface NewRate {
  country: string;
  rate: Percent;
  from: Date;
}

/** The rates of a rule after the change, or the problem; `rate` is the conflicting one. */
export type RateChange =
  | { rates: Rate[]; before: Percent | undefined }
  | { problem: 'unknown_country' }
  | { problem: 'changes_later' | 'several' | 'same'; rate: Rate };

/**
 * Changes the rate of a country at an instant (spec D17). The current rate ends one moment before, so
 * that every instant has exactly one. Regional rates stay as they are.
 */
export function changeRate(rates: readonly Rate[], { country, rate, from }: NewRate): RateChange {
  const national = rates.filter((candidate) => candidate.tax_country_id === country && isNational(candidate));
  const last = national.at(-1);
  if (!last) return { problem: 'unknown_country' };
  const later = national.find(({ valid_from }) => valid_from && Date.parse(valid_from) >= from.getTime());
  if (later) return { problem: 'changes_later', rate: later };
  const [holding, another] = national.filter(
    ({ valid_to }) => !(valid_to && Date.parse(valid_to) < from.getTime()),
  );
  if (another) return { problem: 'several', rate: another };
  if (holding?.rate === rate) return { problem: 'same', rate: holding };
  const next = {
    ...(holding ?? last),
    rate,
    valid_from: from.toISOString(),
    valid_to: holding?.valid_to ?? null,
  };
  const end = new Date(from.getTime() - 1).toISOString();
  return {
    rates: [
      ...rates.map((existing) => (existing === holding ? { ...existing, valid_to: end } : existing)),
      next,
    ],
    before: holding?.rate,
  };
}

const isNational = ({ region_name, tax_region_id }: Rate): boolean => !region_name || tax_region_id === 0;
