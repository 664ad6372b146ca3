/** Which prices count here, as the operator switched it (decisions «Switches and their defaults»). */
export interface PricePolicy {
  /** Prices for quantities and customer groups (wire contract 4.3). */
  tiers: boolean;
  /** The customer's group is the customer tax class (decision 17). */
  groupTax: boolean;
  /** The region whose rates hold beside those of the whole country. */
  region: string | undefined;
  /** Every price field a second time in camelCase (commerce 3). */
  camelCase: boolean;
}

/** As it is when nobody touched a switch. */
export const standardPolicy: PricePolicy = {
  tiers: false,
  groupTax: false,
  region: undefined,
  camelCase: false,
};

/** The class of those who buy for themselves: what visitors count as, and what a rule names when it names none. */
export const retailTaxClass = 3;
