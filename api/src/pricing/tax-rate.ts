import { guestGroup } from '@fynbos/core/pricing/price.ts';
import { type TaxRule, taxRate } from '@fynbos/core/pricing/tax.ts';
import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import { type PricePolicy, retailTaxClass } from './price-policy.ts';

/** The country and region whose rates apply in the default store view. */
export type TaxHome = Pick<PricePolicy, 'country' | 'region'>;

export const taxHomeOf = (config: { taxCountry: string; taxRegion: string | undefined }): TaxHome => ({
  country: config.taxCountry,
  region: config.taxRegion,
});

/** Place and customer for which tax is calculated. */
export interface TaxPlace {
  view: StoreView;
  policy: TaxHome & Pick<PricePolicy, 'groupTax'>;
  taxRules: readonly TaxRule[];
  now: Date;
}

/** The rate, in percent, that goods of a tax class carry for a customer group in a store view (spec commerce 4). */
export function rateFor(taxClass: number, { view, policy, taxRules, now }: TaxPlace, group: number): number {
  return taxRate(taxClass, taxRules, {
    country: taxCountryOf(view, policy.country),
    ...(policy.region ? { region: policy.region } : {}),
    ...(policy.groupTax ? { customerTaxClass: group === guestGroup ? retailTaxClass : group } : {}),
    now,
  });
}

/** The tax country of a store view: the operator's for the default view, its own for any other (spec D17). */
const taxCountryOf = ({ code, country }: StoreView, standard: string): string =>
  code === defaultStoreView.code ? standard : country;
