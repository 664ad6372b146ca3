import type { Product, Stock } from '@fynbos/core/catalogue/entities.ts';
import type { Measure } from '@fynbos/core/pricing/amount.ts';

/** What a product card shows, and so what a list asks for: a metered line pays for every field. */
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
] as const;

/** What a list asks for besides: to find the variant that has most for the money, and whether there are options. */
export const variantFields = [
  'configurable_children.packsize',
  'configurable_children.final_price_incl_tax',
  'custom_options.option_id',
];

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
> & {
  stock?: Pick<Stock, 'is_in_stock'> & Partial<Pick<Stock, 'manage_stock' | 'qty'>>;
  /** How its pack is compared with others, where it can be. */
  measure?: Measure;
  /** Of a product with variants: the price, tax included, of the one that `measure` belongs to. */
  measured?: number;
  /** There is something to choose before it can be bought. */
  choose?: true;
  brand?: string;
  /** Dietary labels in words. */
  diet?: string[];
};
