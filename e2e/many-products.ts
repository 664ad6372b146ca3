import { table } from './shop-files.ts';

/** Import files: a category with more products than one page shows, and an empty category. */
export function manyProducts(count: number): Record<string, string> {
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    const colour = index % 3 === 0 ? 'Green' : 'Amber';
    const price = (9.99 + index * 5).toFixed(2);
    return `JAR-${number},Storage Jar ${number},${price},Jars,standard,10,${index + 1},${colour},Kalahari`;
  });
  return {
    'products.csv': table(
      'sku,name,price_incl_tax,categories,tax_class,qty,position,colour,product_brand',
      ...rows,
    ),
    'categories.csv': table('path,is_active', 'Jars,yes', 'Empty Shelf,yes'),
  };
}
