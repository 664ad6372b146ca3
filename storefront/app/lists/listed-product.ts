import type { CardProduct } from '../catalogue/card-fields.ts';

/**
 * A product of a list as the browser keeps it (accounts 3: product fields and qty 1): enough to show it
 * without a network, with the name, price and picture it last had.
 */
export type ListedProduct = Pick<
  CardProduct,
  | 'id'
  | 'sku'
  | 'type_id'
  | 'name'
  | 'url_path'
  | 'image'
  | 'final_price_incl_tax'
  | 'original_price_incl_tax'
  | 'special_price_incl_tax'
> & {
  qty: 1;
  /** When it was listed, as ISO 8601. */
  added_at: string;
};

/** A product to be listed at `now`. */
export function listedProduct(product: Omit<ListedProduct, 'qty' | 'added_at'>, now: Date): ListedProduct {
  const { id, sku, type_id, name, url_path, image } = product;
  const { final_price_incl_tax, original_price_incl_tax, special_price_incl_tax } = product;
  const prices = { final_price_incl_tax, original_price_incl_tax, special_price_incl_tax };
  return { id, sku, type_id, name, url_path, image, ...prices, qty: 1, added_at: now.toISOString() };
}

/** What storage or an account holds, if it is a listed product: what others wrote there is not trusted. */
export function readListed(kept: unknown): ListedProduct | undefined {
  const { sku, name, url_path, ...rest } = (kept ?? {}) as Record<string, unknown>;
  if (typeof sku !== 'string' || typeof name !== 'string' || typeof url_path !== 'string') return undefined;
  const money = (field: string) => (Number.isFinite(rest[field]) ? (rest[field] as number) : 0);
  return {
    id: money('id'),
    sku,
    type_id: (typeof rest.type_id === 'string' ? rest.type_id : 'simple') as ListedProduct['type_id'],
    name,
    url_path,
    image: typeof rest.image === 'string' ? rest.image : '',
    final_price_incl_tax: money('final_price_incl_tax'),
    original_price_incl_tax: money('original_price_incl_tax'),
    special_price_incl_tax: money('special_price_incl_tax'),
    qty: 1,
    added_at: typeof rest.added_at === 'string' ? rest.added_at : '',
  };
}
