import type { Percent } from '../money.ts';

/** A tax rule and its rates, as stored in the catalogue (spec commerce 3). */
export interface TaxRule {
  id: number;
  code: string;
  product_tax_class_ids: number[];
  customer_tax_class_ids: number[];
  rates: TaxRate[];
}

export interface TaxRate {
  id: number;
  code: string;
  rate: Percent;
  tax_country_id: string;
  tax_region_id: number;
  region_name?: string | null;
  /** First and last instant of the rate, ISO 8601; open when absent (spec D17). */
  valid_from?: string | null;
  valid_to?: string | null;
}

/** The customer, place and time for a tax rate. `customerTaxClass` applies only when user-group tax is on. */
export interface TaxSituation {
  country: string;
  region?: string;
  customerTaxClass?: number;
  now: Date;
}

/**
 * Returns the tax rate in percent for a product of `taxClass`; 0 when no rule matches (spec commerce 4).
 *
 * A rule matches by product class, and by customer class when one is given. A rate matches by country, by
 * region (same name, region id 0, or no name) and by its dates.
 */
export function taxRate(taxClass: number, rules: readonly TaxRule[], where: TaxSituation): Percent {
  if (taxClass <= 0) return 0;
  for (const rule of rules) {
    if (!rule.product_tax_class_ids.includes(taxClass)) continue;
    if (
      where.customerTaxClass !== undefined &&
      !rule.customer_tax_class_ids.includes(where.customerTaxClass)
    ) {
      continue;
    }
    const rate = rule.rates.find((candidate) => rateHolds(candidate, where));
    if (rate) return rate.rate;
  }
  return 0;
}

function rateHolds(rate: TaxRate, where: TaxSituation): boolean {
  if (rate.tax_country_id !== where.country) return false;
  const regionMatches = !rate.region_name || rate.tax_region_id === 0 || rate.region_name === where.region;
  return regionMatches && isWithin(where.now, rate.valid_from, rate.valid_to);
}

/** Whether `now` lies in a period. Both ends are inclusive; either may be open. */
export function isWithin(now: Date, from: string | null | undefined, to: string | null | undefined): boolean {
  if (from && now.getTime() < Date.parse(from)) return false;
  return !(to && now.getTime() > Date.parse(to));
}
