import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { PriceInfo } from '@fynbos/core/pricing/contract.ts';
import type { Static } from 'typebox';
import { documentFor } from './group-prices.ts';
import type { Kept } from './shelf.ts';

/** What a product costs a customer group now, as the render list says it (wire contract 1.6, PDP-8). */
export function priceInfo(kept: Kept, group: number): Static<typeof PriceInfo> {
  const product = documentFor(kept, group);
  const prices = pricesIn(product);
  return {
    final_price: product.final_price_incl_tax,
    regular_price: product.original_price_incl_tax,
    special_price: product.special_price_incl_tax,
    minimal_price: Math.min(...prices),
    max_price: Math.max(...prices),
    extension_attributes: {
      tax_adjustments: {
        final_price: product.final_price,
        regular_price: product.original_price,
        special_price: product.special_price,
      },
    },
  };
}

/** A configurable costs what its variants do that can be bought; its document holds only those. */
function pricesIn({ final_price_incl_tax: own, configurable_children: children }: Product): number[] {
  const prices = children.flatMap((child) => child.final_price_incl_tax ?? []);
  return prices.length > 0 ? prices : [own];
}
