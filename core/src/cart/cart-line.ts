import type { ProductOption } from '../catalogue/product-option.ts';
import { cleanNumber } from '../clean-text.ts';

/** The identity of a line: the product that is bought (the child of a configurable) and its options. */
export interface LineIdentity {
  sku: string;
  product_option: ProductOption;
}

/**
 * Returns the key that equal lines share (wire contract 5.2): the product and the chosen custom or bundle
 * options. A variant has its own sku, so the attributes by which it was chosen do not count.
 */
export function lineKey({ sku, product_option: { extension_attributes: chosen } }: LineIdentity): string {
  const custom = chosen.custom_options
    .map(({ option_id, option_value }) => `o${option_id}=${option_value}`)
    .toSorted();
  const bundle = chosen.bundle_options
    .map(
      ({ option_id, option_qty, option_selections }) =>
        `b${option_id}=${option_qty}x${option_selections.toSorted().join(',')}`,
    )
    .toSorted();
  return JSON.stringify([sku, ...custom, ...bundle]);
}

/**
 * Reads a quantity of the wire: a whole number, as a number or as text. Returns undefined for anything
 * else.
 */
export function readQuantity(written: unknown): number | undefined {
  const text = typeof written === 'number' || typeof written === 'string' ? cleanNumber(String(written)) : '';
  if (!/^\d{1,6}$/.test(text)) return undefined;
  return Number(text);
}
