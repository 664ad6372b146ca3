import { isFixedRoute, showsContent } from '@fynbos/core/catalogue/fixed-routes.ts';
import { cleanCode } from '@fynbos/core/clean-text.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { documentFor } from './documents/group-prices.ts';
import { isEnabled } from './documents/product-index.ts';
import { projection } from './documents/projection.ts';
import type { LiveCatalogue } from './live-catalogue.ts';

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
 * The product or category whose `url_path` equals this address, or the page with this name; null when there
 * is none. A fixed route is not a page address, unless the route only shows the page.
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
  }: { fields: { include: string[]; exclude: string[] }; group: number; pageNamed: FindPage; sku?: string },
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
  const product = catalogue.findByUrlPath(path);
  if (product && sku && product.sku !== sku && !product.childSkus.includes(sku)) return null;
  if (product) {
    const whole = documentFor(product, group);
    // A page says of a disabled product that it is no longer available; nobody learns more (T36).
    const { name, status } = whole;
    return hit('product', product.id, isEnabled(product) ? whole : { name, status });
  }
  const category = catalogue
    .categories()
    .find((candidate) => candidate.url_path === path && candidate.is_active && candidate.id > categoryRootId);
  if (category) return hit('category', category.id, category);
  const page = isFixedRoute(path) && !showsContent(path) ? undefined : pageNamed(path);
  return page ? hit('cms_page', page.id, page) : null;
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
