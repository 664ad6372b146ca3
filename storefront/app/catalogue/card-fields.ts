import type { Product, Stock } from '@fynbos/core/catalogue/entities.ts';

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
  Exclude<(typeof cardFields)[number], 'stock' | 'packsize' | 'brand' | 'product_type' | 'diet'>
> & {
  stock?: Pick<Stock, 'is_in_stock'> & Partial<Pick<Stock, 'manage_stock' | 'qty'>>;
  /** In words, and only where it is a quantity that can be compared. */
  packsize?: string;
  brand?: string;
  /** Dietary labels in words. */
  diet?: string[];
};
