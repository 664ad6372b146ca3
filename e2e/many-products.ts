import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder to import: a category of more products than one page holds, and an empty one; `drop` removes it. */
export async function manyProducts(count: number): Promise<{ folder: string; drop: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fynbos-many-'));
  const rows = Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    const colour = index % 3 === 0 ? 'Green' : 'Amber';
    const price = (9.99 + index * 5).toFixed(2);
    return `JAR-${number},Storage Jar ${number},${price},Jars,standard,10,${index + 1},${colour},Kalahari`;
  });
  const heads = 'sku,name,price_incl_tax,categories,tax_class,qty,position,colour,product_brand';
  await writeFile(path.join(folder, 'products.csv'), [heads, ...rows, ''].join('\n'));
  await writeFile(path.join(folder, 'categories.csv'), 'path,is_active\nJars,yes\nEmpty Shelf,yes\n');
  return { folder, drop: () => rm(folder, { recursive: true }) };
}
