import type { PageChild } from '../../catalogue/state/product-details.ts';
import { isAmountUnknown } from '../../pricing/unknown-price.ts';

type Priced = Pick<PageChild, 'final_price_incl_tax'>;

/** The price that the button of a variant shows: none while it is unknown, or if all variants cost the same. */
export function variantPrice(
  { final_price_incl_tax: amount }: Priced,
  all: readonly Priced[],
): number | undefined {
  if (amount === undefined || isAmountUnknown(amount)) return undefined;
  return all.some((each) => each.final_price_incl_tax !== amount) ? amount : undefined;
}
