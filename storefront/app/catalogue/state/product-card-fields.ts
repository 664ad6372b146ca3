import type { Product, Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Measure } from '@fynbos/core/pricing/line-amount.ts';

/**
 * The fields a product card shows. Lists request no others, because shoppers on metered connections pay for
 * every field.
 */
export const cardFields = [
  'id',
  'sku',
  'type_id',
  'name',
  'url_path',
  'image',
  'stock',
  'final_price_incl_tax',
  'original_price_incl_tax',
  'special_price_incl_tax',
  'packsize',
  'brand',
  'diet',
  'deals',
  'deal_codes',
  'rating_summary',
] as const;

/**
 * Further fields of a list request. They find the variant with the lowest unit price, and show whether
 * there are options, or errors that block the product.
 */
export const variantFields = [
  'configurable_children.packsize',
  'configurable_children.final_price_incl_tax',
  'custom_options.option_id',
  'errors',
];

/** Further fields of a list filtered by these attributes. They find the variant that a card leads to. */
export function filteredFields(filtered: readonly string[]): string[] {
  const codes = filtered.filter((code) => code !== 'price');
  if (codes.length === 0) return [];
  const childFields = ['sku', 'status', 'stock.is_in_stock', ...codes];
  return [
    'configurable_options.attribute_code',
    ...childFields.map((field) => `configurable_children.${field}`),
  ];
}

export type CardProduct = Pick<
  Product,
  | 'id'
  | 'sku'
  | 'type_id'
  | 'name'
  | 'url_path'
  | 'image'
  | 'final_price_incl_tax'
  | 'original_price_incl_tax'
  | 'special_price_incl_tax'
  | 'deals'
  | 'deal_codes'
  | 'rating_summary'
> & {
  stock?: Pick<Stock, 'is_in_stock'> & Partial<Pick<Stock, 'manage_stock' | 'qty' | 'min_sale_qty'>>;
  /** Package size for the unit price, where it is known. */
  measure?: Measure;
  /** For a product with variants: the price, tax included, of the variant that `measure` belongs to. */
  measured?: number;
  /** The product has options to choose before it can be bought, or its page says why it cannot. */
  choose?: true;
  /** Its `errors` keep it out of carts. */
  blocked?: true;
  /** The variant that its page opens with: the one that a filtered list is about. */
  childSku?: string;
  brand?: string;
  /** Labels of the dietary values. */
  diet?: string[];
};
