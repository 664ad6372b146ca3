import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { type listingSorts, priceField } from '@fynbos/core/catalogue/listing.ts';
import { pageSize, shortestSearch } from '@fynbos/core/shop.ts';
import type { CardProduct } from '../catalogue/card-fields.ts';
import { pathInView, searchPath } from '../paths.ts';
import { askPocket, pocketKept } from './pocket.ts';
import type { PocketCategory, PocketOrder, PocketScope } from './pocket-asks.ts';

interface FromPocket {
  kind: 'pocket';
  /** When it was true, as ISO 8601. */
  made: string;
  crumbs: readonly Crumb[];
}

/** A list out of the pocket: of a category, a brand or a search. */
export interface PocketListPage extends FromPocket {
  shows: 'category' | 'brand' | 'search';
  /** What it is a list of: a name, or the text that was searched for. */
  title: string;
  below: readonly PocketCategory[];
  items: readonly CardProduct[];
  total: number;
  sort: string;
  shown: number;
}

export interface PocketProductPage extends FromPocket {
  shows: 'product';
  product: CardProduct;
}

export type PocketPage = PocketListPage | PocketProductPage;

/** The sorts of a list out of the pocket: those of every list, and by name. */
export const pocketSorts: Record<string, PocketOrder | undefined> = {
  position: { field: 'position', direction: 'asc' },
  final_price: { field: priceField, direction: 'asc' },
  'final_price:desc': { field: priceField, direction: 'desc' },
  name: { field: 'name', direction: 'asc' },
} satisfies Record<keyof typeof listingSorts, PocketOrder>;

/** As many as are drawn at once on a small phone. */
const mostShown = 1000;

/** What the pocket has for an address of the shop; nothing where it has no such page. */
export async function standIn({ pathname, searchParams }: URL): Promise<PocketPage | undefined> {
  const kept = pocketKept();
  if (!kept) return undefined;
  const from = { kind: 'pocket' as const, made: kept.made };
  const path = decodeURIComponent(pathInView(pathname));
  if (path === searchPath) {
    const title = (searchParams.get('q') ?? '').trim();
    if (title.length < shortestSearch) return undefined;
    return listOf({ ...from, shows: 'search', title, crumbs: [], below: [] }, { text: title }, searchParams);
  }
  const brand = /^\/brand\/([^/]+)$/.exec(path)?.[1];
  if (brand) return brandPage(from, brand, searchParams);
  const place = await askPocket('place', path.slice(1));
  if (!place) return undefined;
  const { crumbs } = place;
  if (place.kind === 'product') return { ...from, shows: 'product', crumbs, product: place.product };
  const { category, below } = place;
  const about = { ...from, shows: 'category' as const, title: category.name, crumbs, below };
  return listOf(about, { category: category.id }, searchParams);
}

async function brandPage(
  from: Pick<FromPocket, 'kind' | 'made'>,
  slug: string,
  query: URLSearchParams,
): Promise<PocketListPage | undefined> {
  const about = { ...from, shows: 'brand' as const, title: '', crumbs: [], below: [] };
  const page = await listOf(about, { brand: slug }, query);
  const title = page?.items[0]?.brand;
  return title ? { ...page, title } : undefined;
}

async function listOf(
  about: Omit<PocketListPage, 'items' | 'total' | 'sort' | 'shown'>,
  scope: PocketScope,
  query: URLSearchParams,
): Promise<PocketListPage | undefined> {
  const asked = query.get('sort') ?? '';
  const sort = Object.hasOwn(pocketSorts, asked) ? asked : 'position';
  const wanted = Number(query.get('shown')) || pageSize;
  const shown = Math.min(Math.max(pageSize, Math.ceil(wanted / pageSize) * pageSize), mostShown);
  // The best come first in a search, unless something else is asked for.
  const order = about.shows === 'search' && sort === 'position' ? undefined : pocketSorts[sort];
  const found = await askPocket('list', scope, order, shown);
  return found && { ...about, items: found.items, total: found.total, sort, shown };
}
