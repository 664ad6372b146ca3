import type { Product } from '@fynbos/core/catalogue/entities.ts';
import { type Asker, find } from './queries.ts';

const keyMissing = 'Please provide the search key for product/single action';
const mostKept = 50;
const kept = new Map<string, Product>();

/**
 * One product by one of its keys (CAT-11): from the browser's own memory, otherwise with a search of
 * size 1 and equality. The server keeps nothing, so that it never shows what is out of date.
 *
 * @throws Error when the key or its value is missing
 */
export async function findProduct(key: string, value: string, asker: Asker): Promise<Product | undefined> {
  if (!key || !value) throw new Error(keyMissing);
  const known = kept.get(`${key}=${value}`);
  if (known) return known;
  const { items } = await find('product', { filters: { [key]: { eq: value } }, size: 1 }, asker);
  const [product] = items;
  if (product && typeof document !== 'undefined') keep(`${key}=${value}`, product);
  return product;
}

function keep(address: string, product: Product): void {
  kept.set(address, product);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
}

/** The configurable product that has this sku among its children, if there is one. */
export function findParent(childSku: string, asker: Asker): Promise<Product | undefined> {
  return findProduct('configurable_children.sku', childSku, asker);
}
