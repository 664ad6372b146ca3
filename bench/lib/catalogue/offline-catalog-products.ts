import { existsSync, readFileSync } from 'node:fs';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { drawnImage } from '@fynbos/core/images/drawn-image.ts';
import type { CatalogSnapshot } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { randomFrom, readNames } from './search-documents.ts';

const grocery = new URL('../../../../shared/data/za_grocery/products.jsonl', import.meta.url);
export const hasGrocery = existsSync(grocery);

interface Grocery {
  sku: string;
  name: string;
  brand: string | null;
  pack_text: string | null;
  price_incl_tax: number;
  was_price_incl_tax: number | null;
  category_l1: string | null;
  category_l2: string | null;
}

/**
 * A catalogue snapshot of the real range with its names, brands, prices and sizes. It takes every n-th
 * product, so that the whole range is represented.
 */
export function grocerySnapshot(count: number): CatalogSnapshot {
  const all = readFileSync(grocery, 'utf8').trim().split('\n');
  const step = Math.max(1, Math.floor(all.length / count));
  const rows = all.filter((_, at) => at % step === 0).slice(0, count);
  const categories = new Map<string, number>();
  const products = rows.map((row, at): SnapshotProduct => {
    const { sku, name, brand, pack_text, ...more } = JSON.parse(row) as Grocery;
    const categoryName = more.category_l2 ?? more.category_l1 ?? 'Other';
    const category = categories.get(categoryName) ?? categories.size + 3;
    categories.set(categoryName, category);
    const price = Math.round(more.price_incl_tax * 100);
    const was = Math.round((more.was_price_incl_tax ?? 0) * 100);
    return {
      ...plain(at + 1, name),
      ...{ sku, image: drawnImage(sku), brand: brand ?? '', packsize: pack_text ?? '' },
      ...{ kind: categoryName, category_ids: [category], price, was },
    };
  });
  return snapshotOf(products, categories);
}

/**
 * A catalogue snapshot of any size: real names when available, and realistically distributed SKUs, brands,
 * prices and sizes.
 */
export async function largeSnapshot(count: number): Promise<CatalogSnapshot> {
  const categories = new Map(Array.from({ length: 90 }, (_, at) => [`Shelf ${at}`, at + 3]));
  const products = (await readNames(count)).map((name, at): SnapshotProduct => {
    const random = randomFrom(at + 1);
    const sku = `ZA${Math.floor(random() * 2 ** 32)
      .toString(16)
      .toUpperCase()
      .padStart(8, '0')}`;
    const categoryIndex = Math.floor(random() ** 2.5 * 90);
    const price = Math.round(random() ** 3 * 3000) * 100 + 99;
    return {
      ...plain(at + 1, name),
      ...{ sku, image: drawnImage(sku), brand: `Brand ${Math.floor(random() ** 2.5 * 1300)}` },
      ...{
        kind: `Type ${categoryIndex}`,
        category_ids: [categoryIndex + 3],
        packsize: `${Math.ceil(random() * 20) * 50} g`,
      },
      ...{ price, was: random() < 0.07 ? price + 1000 : 0, inStock: random() < 0.9 },
    };
  });
  return snapshotOf(products, categories);
}

const plain = (id: number, name: string) => ({
  ...{ id, name, url_path: slugOf(name), type_id: 'simple' as const, visibility: 4 as const },
  ...{ position: 0, choose: false, measured: 0, inStock: true },
});

function snapshotOf(
  products: readonly SnapshotProduct[],
  categories: ReadonlyMap<string, number>,
): CatalogSnapshot {
  const synonyms = readFileSync(new URL('../../../catalogue/synonyms.txt', import.meta.url), 'utf8');
  return {
    ...{ view: '', made: '2026-11-20T10:00:00.000Z', products, synonyms },
    categories: [...categories].map(([name, id], position) => ({
      ...{ id, name, position, parent_id: 2, url_path: slugOf(name), image: '' },
    })),
  };
}
