import { find } from '../traffic/recorded-request.ts';

/**
 * The paths of eight categories that fill a page.
 * @param size the products of a page
 */
export async function fullCategories(port: number, size: number): Promise<string[]> {
  const { items } = await find<{ url_path: string }>(port, 'category', {
    filters: { product_count: { gte: size }, level: { gt: 1 } },
    sort: [{ field: 'position', direction: 'asc' }],
    size: 8,
  });
  if (items.length < 8) throw new Error(`only ${items.length} categories have ${size} products`);
  return items.map(({ url_path }) => url_path);
}

/** The path of a simple product that has a page. */
export async function simpleProduct(port: number): Promise<string> {
  const { items } = await find<{ url_path: string }>(port, 'product', {
    filters: { type_id: 'simple', visibility: { in: [4] } },
    size: 1,
  });
  if (!items[0]) throw new Error('the shop has no product with a page');
  return items[0].url_path;
}
