import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { Config } from '../config/config.ts';

/** Pricing switches set by the operator (docs/spec/decisions.md, «Switches and defaults»). */
export interface PricePolicy {
  /** Prices for quantities and customer groups (wire contract 4.3). */
  tiers: boolean;
  /** The customer's group is the customer tax class (spec D17). */
  groupTax: boolean;
  /** The country whose rates apply in the default store view. */
  country: string;
  /** The region whose rates apply in addition to those of the country. */
  region: string | undefined;
  /** Adds every price field a second time in camelCase (spec commerce 3). */
  camelCase: boolean;
}

/** The policy with default switches. */
export const standardPolicy: PricePolicy = {
  tiers: false,
  groupTax: false,
  country: defaultStoreView.country,
  region: undefined,
  camelCase: false,
};

/** The price rules that the operator enabled. */
export function policyOf(config: Config): PricePolicy {
  return {
    tiers: config.priceTiers,
    groupTax: config.userGroupTax,
    country: config.taxCountry,
    region: config.taxRegion,
    camelCase: config.camelCasePrices,
  };
}

/** The tax class of retail customers: applies to visitors, and to a tax rule that names no class. */
export const retailTaxClass = 3;
