import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { pageSize, shortestSearch } from '@fynbos/core/shop.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { pathInView, searchPath } from '../../paths.ts';
import { offlineCatalogInfo, queryOfflineCatalog } from './offline-catalog.ts';
import type { OfflineCategory, OfflineListScope, OfflineSortOrder } from './offline-catalog-messages.ts';

interface OfflinePageBase {
  kind: 'pocket';
  /** When the data was current, as ISO 8601. */
  made: string;
  crumbs: readonly Crumb[];
}

/** A list from the offline catalog: of a category, a brand or a search. */
export interface OfflineListPage extends OfflinePageBase {
  shows: 'category' | 'brand' | 'search';
  /** The title of the list: a name, or the search text. */
  title: string;
  below: readonly OfflineCategory[];
  items: readonly CardProduct[];
  total: number;
  sort: string;
  shown: number;
}

export interface OfflineProductPage extends OfflinePageBase {
  shows: 'product';
  product: CardProduct;
  /** Empty for a product without a brand page. */
  brandSlug: string;
}

export type OfflinePage = OfflineListPage | OfflineProductPage;

// The snapshot has neither dates nor ranks.
const { 'created_at:desc': _date, sales_rank: _rank, ...knownSorts } = listingSorts;

/** The sort orders of an offline list: those of every list except the newest and the best-selling first, and by name. */
export const offlineSorts: Record<string, OfflineSortOrder | undefined> = {
  ...knownSorts,
  name: { field: 'name', direction: 'asc' },
};

/** The number of products that a small phone can render at once. */
const maxShown = 1000;

/** The offline page for an address of the shop; undefined if there is none. */
export async function offlinePageFor({ pathname, searchParams }: URL): Promise<OfflinePage | undefined> {
  const info = offlineCatalogInfo();
  if (!info) return undefined;
  const from = { kind: 'pocket' as const, made: info.made };
  // Offline lists have no filters, wherever the shop writes them.
  const path = decodeURIComponent(pathInView(pathname).replace(/;.*/, ''));
  if (path === searchPath) {
    const title = (searchParams.get('q') ?? '').trim();
    if (title.length < shortestSearch) return undefined;
    return listOf({ ...from, shows: 'search', title, crumbs: [], below: [] }, { text: title }, searchParams);
  }
  const brand = /^\/brand\/([^/]+)$/.exec(path)?.[1];
  if (brand) return brandPage(from, brand, searchParams);
  const place = await queryOfflineCatalog('place', path.slice(1));
  if (!place) return undefined;
  const { crumbs } = place;
  if (place.kind === 'product')
    return { ...from, shows: 'product', crumbs, product: place.product, brandSlug: place.brandSlug };
  const { category, below } = place;
  const about = { ...from, shows: 'category' as const, title: category.name, crumbs, below };
  return listOf(about, { category: category.id }, searchParams);
}

async function brandPage(
  from: Pick<OfflinePageBase, 'kind' | 'made'>,
  slug: string,
  query: URLSearchParams,
): Promise<OfflineListPage | undefined> {
  const about = { ...from, shows: 'brand' as const, title: '', crumbs: [], below: [] };
  const page = await listOf(about, { brand: slug }, query);
  const title = page?.items[0]?.brand;
  return title ? { ...page, title } : undefined;
}

async function listOf(
  about: Omit<OfflineListPage, 'items' | 'total' | 'sort' | 'shown'>,
  scope: OfflineListScope,
  query: URLSearchParams,
): Promise<OfflineListPage | undefined> {
  const requestedSort = query.get('sort') ?? '';
  const sort = Object.hasOwn(offlineSorts, requestedSort) ? requestedSort : 'position';
  const requestedCount = Number(query.get('shown')) || pageSize;
  const shown = Math.min(Math.max(pageSize, Math.ceil(requestedCount / pageSize) * pageSize), maxShown);
  // A search lists the best matches first, unless another sort order is requested.
  const order = about.shows === 'search' && sort === 'position' ? undefined : offlineSorts[sort];
  const list = await queryOfflineCatalog('list', scope, order, shown);
  return list && { ...about, items: list.items, total: list.total, sort, shown };
}
