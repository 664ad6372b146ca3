import type { Product } from '@fynbos/core/catalogue/entities.ts';
import type { PriceInfo } from '@fynbos/core/pricing/contract.ts';
import type { Static } from 'typebox';
import { documentFor } from './group-prices.ts';
import type { LiveProduct } from './product-index.ts';

/**
 * The current price of a product for a customer group, in the format of the render list (wire contract 1.6,
 * PDP-8).
 */
export function priceInfo(record: LiveProduct, group: number): Static<typeof PriceInfo> {
  const product = documentFor(record, group);
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

/** A configurable product has the prices of its available variants; its document contains only those. */
function pricesIn({ final_price_incl_tax: ownPrice, configurable_children: children }: Product): number[] {
  const prices = children.flatMap((child) => child.final_price_incl_tax ?? []);
  return prices.length > 0 ? prices : [ownPrice];
}
