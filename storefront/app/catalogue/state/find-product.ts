import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { notFound } from '../../platform/pages/not-found.ts';
import { find, type Requester } from './catalogue-queries.ts';

const keyMissing = 'Please provide the search key for product/single action';
const maxCached = 50;
const cache = new Map<string, Product>();

/**
 * Finds one product by a unique key (CAT-11): from the browser's memory, otherwise by a search of size 1
 * with equality. The server caches nothing here, so it never shows outdated data.
 * @throws 404 with the named error when the key or its value is missing
 */
export async function findProduct(
  key: string,
  value: string,
  requester: Requester,
): Promise<Product | undefined> {
  if (!key || !value.trim()) throw notFound('product', keyMissing);
  const known = cache.get(`${key}=${value}`);
  if (known) return known;
  const { items } = await find('product', { filters: { [key]: { eq: value } }, size: 1 }, requester);
  const [product] = items;
  if (product && typeof document !== 'undefined') cacheProduct(`${key}=${value}`, product);
  return product;
}

function cacheProduct(address: string, product: Product): void {
  cache.set(address, product);
  const [oldest] = cache.keys();
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
}

/** The configurable product that has this sku among its children, if there is one. */
export function findParent(childSku: string, requester: Requester): Promise<Product | undefined> {
  return findProduct('configurable_children.sku', childSku, requester);
}
