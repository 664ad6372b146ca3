import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { isFixedRoute, showsContent } from '@fynbos/core/catalogue/fixed-routes.ts';
import { cleanCode } from '@fynbos/core/clean-text.ts';
import type { FieldChoice } from '@fynbos/core/field-choice.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { documentFor } from './documents/group-prices.ts';
import { isEnabled, type LiveProduct } from './documents/product-index.ts';
import type { LiveCatalogue } from './live-catalogue.ts';
import { projection } from './projection.ts';

/** A hit in the format of the catalogue index (wire contract 1.7). */
export interface UrlHit {
  _index: string;
  _type: 'product' | 'category' | 'cms_page';
  _id: string;
  _score: number;
  _source: Record<string, unknown>;
}

/** Finds a content page by name and returns its document; undefined when no visible page has this name. */
export type FindPage = (identifier: string) => { id: number } | undefined;

/**
 * The product or category whose `url_path` is this address, or the page with this name, if need be in another
 * letter case; null when there is none. A fixed route is not a page address, unless the route only shows the page.
 * @param url a path with or without leading and trailing slashes; the query string is ignored
 * @param fields fields of the document to return
 * @param group the customer group for product prices
 * @param pageNamed finds a content page
 * @param sku the sku that a product or one of its variants must have; categories and pages have none
 */
export function findByUrl(
  catalogue: LiveCatalogue,
  url: string,
  {
    fields,
    group,
    pageNamed,
    sku,
  }: { fields: FieldChoice; group: number; pageNamed: FindPage; sku?: string },
): UrlHit | null {
  const written = normalise(url);
  const path = catalogue.findByUrlPath(written) ? written : cleanCode(written);
  const hit = (type: UrlHit['_type'], id: number, document: object): UrlHit => ({
    _index: `${catalogue.view.index}_${type}`,
    _type: type,
    _id: String(id),
    _score: 0,
    // A projection keeps fields of the document and adds none.
    _source: projection(fields.include, fields.exclude).apply(document) as UrlHit['_source'],
  });
  const { product, category } = findPlace(catalogue, path);
  if (product && sku && product.sku !== sku && !product.childSkus.includes(sku)) return null;
  if (product) {
    const whole = documentFor(product, group);
    // A page says of a disabled product that it is no longer available; nobody learns more (T36).
    const { name, status } = whole;
    return hit('product', product.id, isEnabled(product) ? whole : { name, status });
  }
  if (category) return hit('category', category.id, category);
  const page =
    isFixedRoute(path) && !showsContent(path)
      ? undefined
      : (pageNamed(path) ?? pageNamed(path.toLowerCase()));
  return page ? hit('cms_page', page.id, page) : null;
}

/**
 * The product or category at a path. Without an exact match the letter case is ignored: the document says
 * the right address.
 */
function findPlace(catalogue: LiveCatalogue, path: string): { product?: LiveProduct; category?: Category } {
  const product = catalogue.findByUrlPath(path);
  if (product) return { product };
  const categories = catalogue
    .categories()
    .filter(({ id, is_active, url_path }) => is_active && id > categoryRootId && url_path !== '');
  const category = categories.find(({ url_path }) => url_path === path);
  if (category) return { category };
  const inOtherCase = catalogue.findByPathInAnyCase(path);
  if (inOtherCase) return { product: inOtherCase };
  const lowerPath = path.toLowerCase();
  const categoryInOtherCase = categories.find(({ url_path }) => url_path.toLowerCase() === lowerPath);
  return categoryInOtherCase ? { category: categoryInOtherCase } : {};
}

/** Removes outer slashes and the query (wire contract 8.12), and decodes percent encoding. */
function normalise(url: string): string {
  const path = (url.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
