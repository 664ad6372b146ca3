import { isFixedRoute, showsContent } from '@fynbos/core/catalogue/fixed-routes.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { documentFor } from './group-prices.ts';
import type { LiveCatalogue } from './live.ts';
import { projection } from './projection.ts';

/** A hit in the form of the catalogue's index (wire contract 1.7). */
export interface UrlHit {
  _index: string;
  _type: 'product' | 'category' | 'cms_page';
  _id: string;
  _score: number;
  _source: Record<string, unknown>;
}

/** A page of the shop's own, as its document; undefined when none of this name is shown. */
export type FindPage = (identifier: string) => { id: number } | undefined;

/**
 * The product or category whose `url_path` is exactly this address, or the page of this name; null when there is
 * none. What belongs to the shop itself is no address of a page, unless all that stands there is the page.
 *
 * @param url a path with or without slashes at its ends; a query string does not count
 * @param fields which of the document are answered
 * @param group the customer group whose prices a product has
 * @param pageNamed what a later noun knows of pages
 */
export function findByUrl(
  catalogue: LiveCatalogue,
  url: string,
  fields: { include: string[]; exclude: string[] },
  group: number,
  pageNamed: FindPage,
): UrlHit | null {
  const path = normalise(url);
  const hit = (type: UrlHit['_type'], id: number, document: object): UrlHit => ({
    _index: `${catalogue.view.index}_${type}`,
    _type: type,
    _id: String(id),
    _score: 0,
    _source: projection(fields.include, fields.exclude).apply(document) as UrlHit['_source'],
  });
  const product = catalogue.findByUrlPath(path);
  if (product) return hit('product', product.id, documentFor(product, group));
  const category = catalogue
    .categories()
    .find((one) => one.url_path === path && one.is_active && one.id > categoryRootId);
  if (category) return hit('category', category.id, category);
  const page = isFixedRoute(path) && !showsContent(path) ? undefined : pageNamed(path);
  return page ? hit('cms_page', page.id, page) : null;
}

/** Without slashes at the ends and without the query (wire contract 8.12); `%20` and the like are read. */
function normalise(url: string): string {
  const path = (url.split(/[?#]/)[0] ?? '').replace(/^\/+|\/+$/g, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
