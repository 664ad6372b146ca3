import type { ProductOption } from '../catalogue/product-option.ts';

/** A line as both sides compare it: the product that is bought (the child of a configurable) and its options. */
export interface LineIdentity {
  sku: string;
  product_option: ProductOption;
}

/**
 * What makes two lines the same (wire contract 5.2): the product, and what was chosen of its custom options
 * or its bundle. A variant is its own sku, so the attributes it was chosen by do not count.
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

/** Reads a quantity of the wire: a whole number, as a number or as text; undefined when it is none. */
export function readQuantity(written: unknown): number | undefined {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written).trim() : '';
  if (!/^\d{1,6}$/.test(text)) return undefined;
  return Number(text);
}
