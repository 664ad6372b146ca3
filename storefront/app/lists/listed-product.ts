import type { CardProduct } from '../catalogue/state/product-card-fields.ts';
import { isRecord } from '../platform/storage/stored-shape.ts';
import { unknownAmount } from '../pricing/unknown-price.ts';

/**
 * A product of a list as the browser stores it (spec accounts 3: product fields and qty 1). It is enough to show
 * the product without a network, with the last known name, price and picture.
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
  /** When the product was listed, as ISO 8601. */
  added_at: string;
};

/** The list entry of a product that is added at `now`. */
export function listedProduct(product: Omit<ListedProduct, 'qty' | 'added_at'>, now: Date): ListedProduct {
  const { id, sku, type_id, name, url_path, image } = product;
  const { final_price_incl_tax, original_price_incl_tax, special_price_incl_tax } = product;
  const prices = { final_price_incl_tax, original_price_incl_tax, special_price_incl_tax };
  return { id, sku, type_id, name, url_path, image, ...prices, qty: 1, added_at: now.toISOString() };
}

/** Reads a listed product from storage or from an account, and validates it: stored content is not trusted. */
export function readListed(value: unknown): ListedProduct | undefined {
  if (!isRecord(value)) return undefined;
  const { sku, name, url_path, ...rest } = value;
  if (typeof sku !== 'string' || typeof name !== 'string' || typeof url_path !== 'string') return undefined;
  const money = (field: string, otherwise = 0) => {
    const amount = rest[field];
    return typeof amount === 'number' && Number.isFinite(amount) ? amount : otherwise;
  };
  return {
    id: money('id'),
    sku,
    // A type that this version does not know is only compared with those that it knows.
    type_id: (typeof rest.type_id === 'string' ? rest.type_id : 'simple') as ListedProduct['type_id'],
    name,
    url_path,
    image: typeof rest.image === 'string' ? rest.image : '',
    final_price_incl_tax: money('final_price_incl_tax', unknownAmount),
    original_price_incl_tax: money('original_price_incl_tax'),
    special_price_incl_tax: money('special_price_incl_tax'),
    qty: 1,
    added_at: typeof rest.added_at === 'string' ? rest.added_at : '',
  };
}
