import type { Priced } from './price-sync.ts';

/** A product whose special price may begin or end while its page is open. Dates are ISO 8601. */
export interface Dated extends Priced {
  special_from_date?: string | null;
  special_to_date?: string | null;
}

/** The next instant after `now` at which one of these prices changes by its dates, in milliseconds (commerce 4). */
export function nextChange(products: readonly Dated[], now: number): number | undefined {
  const instants = products
    .flatMap(({ special_from_date: from, special_to_date: to }) => [
      from ? Date.parse(from) : Number.NaN,
      // The last instant still counts.
      to ? Date.parse(to) + 1 : Number.NaN,
    ])
    .filter((instant) => instant > now);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** What a product costs once its special is over: what can be known without the shop. */
export function withoutEndedSpecial<P extends Dated>(product: P, now: number): P {
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
