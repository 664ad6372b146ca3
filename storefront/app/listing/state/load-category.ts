import { breadcrumbs, type Crumb, lineage, ownSlug } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { plainText } from '@fynbos/core/content/plain-text.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { find, findCategories, inCategory, type Requester } from '../../catalogue/state/catalogue-queries.ts';
import { apiSettings, storeView } from '../../platform/api/api-settings.ts';
import { categoryNotFound } from '../../platform/pages/not-found.ts';
import { bannersOf, headImageOf } from './banners.ts';
import { type Listing, loadListing } from './load-listing.ts';

export interface CategoryLink {
  id: number;
  name: string;
  url_path: string;
  slug?: string;
  image: string;
}

/** A top category; one without its own image borrows that of its first product. */
export interface Entrance extends CategoryLink {
  borrowed: string;
}

/** The categories directly below the root that have products, in their order. */
export async function loadEntrances(requester: Requester): Promise<Entrance[]> {
  const entrances = { parent_id: { eq: categoryRootId }, product_count: { gt: 0 } };
  const categories = await findCategories(entrances, requester);
  return Promise.all(
    categories.map(async (category) => ({
      ...linkOf(category),
      borrowed: category.image ? '' : await firstPicture(category, requester).catch(() => ''),
    })),
  );
}

async function firstPicture(category: Category, requester: Requester): Promise<string> {
  const body = {
    _appliedFilters: [...listed(apiSettings().switches), inCategory(category)],
    _appliedSort: [{ field: 'position', options: 'asc' }],
    includeFields: ['image'],
    size: 1,
  };
  const image = (await find('product', body, requester)).items[0]?.image;
  return image && image !== 'no_selection' ? image : '';
}

export interface CategoryPageData {
  kind: 'category';
  /** With its description as plain text. */
  category: CategoryLink & { description: string };
  /**
   * The header picture: the category's own, that of the nearest ancestor that has one, or that of the store view.
   */
  head: string;
  /** The header picture of the store view for narrow screens. */
  narrowHead?: string;
  crumbs: Crumb[];
  subcategories: CategoryLink[];
  listing: Listing;
}

/** Finds a category by slug, url key or id, in this order (spec accounts 2.1, wire contract 8.6). Throws 404. */
export async function getCategory(key: string, requester: Requester): Promise<Category> {
  for (const field of ['slug', 'url_key', 'id']) {
    if (field === 'id' && !/^\d{1,9}$/.test(key)) continue;
    const [category] = await findCategories(
      { [field]: { eq: field === 'id' ? Number(key) : key } },
      requester,
    );
    if (category) return category;
  }
  throw categoryNotFound('slug', key);
}

/** Loads the page of a category. Categories above the root are not found (spec commerce 5). */
export async function loadCategory(
  category: Category,
  url: URL,
  requester: Requester,
): Promise<CategoryPageData> {
  if (category.id < categoryRootId) throw categoryNotFound('id', String(category.id));
  const ancestorIds = lineage(category).filter((id) => id !== category.id);
  const [forebears, subcategories, listing] = await Promise.all([
    ancestorIds.length > 0 ? findCategories({ id: { in: ancestorIds } }, requester) : [],
    findCategories({ parent_id: { eq: category.id }, product_count: { gt: 0 } }, requester),
    loadListing({ filters: [...listed(apiSettings().switches), inCategory(category)] }, url, requester),
  ]);
  return {
    kind: 'category',
    category: { ...linkOf(category), description: plainText(category.description).join(' ') },
    ...headOf(category, ancestorIds, forebears),
    crumbs: breadcrumbs([...ancestorIds, category.id], [...forebears, category]),
    subcategories: subcategories.map(linkOf),
    listing,
  };
}

function headOf(
  category: Category,
  ancestorIds: readonly number[],
  forebears: readonly Category[],
): Pick<CategoryPageData, 'head' | 'narrowHead'> {
  const above = ancestorIds.toReversed().map((id) => forebears.find((ancestor) => ancestor.id === id)?.image);
  const nearest = [category.image, ...above].find((image) => image && image !== 'no_selection');
  if (nearest) return { head: nearest };
  const banner = headImageOf(bannersOf(storeView().code).headImages, category.url_path);
  return { head: banner?.image ?? '', ...(banner && { narrowHead: banner.narrowImage }) };
}

function linkOf(category: Category): CategoryLink {
  const { id, name, url_path, image } = category;
  return { id, name, url_path, ...ownSlug(category), image };
}

/** The cache tags of a category page (SHELL-2). */
export function categoryTags({ category, listing }: CategoryPageData): string {
  return ['category', `C${category.id}`, ...listing.items.map(({ id }) => `P${id}`)].join(' ');
}
