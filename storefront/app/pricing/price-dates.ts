import type { Priced } from './price-refresh.ts';

/** A product whose special price may begin or end while its page is open. Dates are ISO 8601. */
export interface Dated extends Priced {
  special_from_date?: string | null;
  special_to_date?: string | null;
}

/**
 * The next instant after `now` at which one of these prices changes by its dates, in milliseconds (spec commerce 4).
 */
export function nextPriceChange(products: readonly Dated[], now: number): number | undefined {
  const instants = products
    .flatMap(({ special_from_date: from, special_to_date: to }) => [
      from ? Date.parse(from) : Number.NaN,
      // The last instant is still part of the special price.
      to ? Date.parse(to) + 1 : Number.NaN,
    ])
    .filter((instant) => instant > now);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** The product with its original price once the special price has ended. No request to the shop is needed. */
export function withoutEndedPrice<P extends Dated>(product: P, now: number): P {
  const ended = product.special_to_date && Date.parse(product.special_to_date) < now;
  if (!ended || !product.special_price_incl_tax) return product;
  return {
    ...product,
    final_price_incl_tax: product.original_price_incl_tax,
    special_price_incl_tax: 0,
    final_price: product.original_price,
    special_price: 0,
  };
}
