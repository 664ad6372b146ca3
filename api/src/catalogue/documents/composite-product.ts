import { canFill, type StockedPart } from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import type { Product } from '@fynbos/core/catalogue/entities.ts';

interface Parts extends Pick<Product, 'type_id' | 'bundle_options'> {
  product_links: readonly Pick<Product['product_links'][number], 'link_type' | 'linked_product_sku'>[];
}

/**
 * Whether enough of the parts of a product is in stock: a bundle needs enough for every required option, a grouped
 * product any part. Other products have no parts.
 */
export function partsAreThere(
  { type_id, bundle_options, product_links }: Parts,
  sets: number,
  find: (sku: string) => StockedPart | undefined,
): boolean {
  if (type_id === 'bundle') return canFill(bundle_options, sets, find);
  if (type_id !== 'grouped') return true;
  const parts = product_links.filter(({ link_type }) => link_type === 'associated');
  return parts.some(({ linked_product_sku }) => find(linked_product_sku)?.inStock);
}
