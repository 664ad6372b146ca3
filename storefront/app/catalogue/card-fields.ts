import type { Product } from '@fynbos/core/catalogue/entities.ts';

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
  'product_type',
  'diet',
] as const;

export type CardProduct = Pick<
  Product,
  Exclude<(typeof cardFields)[number], 'packsize' | 'brand' | 'product_type' | 'diet'>
> & {
  /** In words, and only where it is a quantity that can be compared. */
  packsize?: string;
  brand?: string;
  /** Dietary labels in words. */
  diet?: string[];
};
