import { breadcrumbs, type Crumb, lineage } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { listed } from '@fynbos/core/catalogue/listing.ts';
import { plainText } from '@fynbos/core/catalogue/plain-text.ts';
import { categoryRootId } from '@fynbos/core/shop.ts';
import { apiSettings } from '../api-settings.ts';
import { type Listing, loadListing } from './listing-data.ts';
import { categoryNotFound } from './missing.ts';
import { type Asker, find, findCategories, inCategory } from './queries.ts';

export interface CategoryLink {
  id: number;
  name: string;
  url_path: string;
  image: string;
}

/** A way into the shop; one without an image of its own borrows that of its first product. */
export interface Entrance extends CategoryLink {
  borrowed: string;
}

/** The categories right below the root that have products, in their order. */
export async function loadEntrances(asker: Asker): Promise<Entrance[]> {
  const entrances = { parent_id: { eq: categoryRootId }, product_count: { gt: 0 } };
  const categories = await findCategories(entrances, asker);
  return Promise.all(
    categories.map(async (category) => ({
      ...linkOf(category),
      borrowed: category.image ? '' : await firstPicture(category, asker).catch(() => ''),
    })),
  );
}

async function firstPicture(category: Category, asker: Asker): Promise<string> {
  const body = {
    _appliedFilters: [...listed(apiSettings().switches), inCategory(category)],
    _appliedSort: [{ field: 'position', options: 'asc' }],
    includeFields: ['image'],
    size: 1,
  };
  const image = (await find('product', body, asker)).items[0]?.image;
  return image && image !== 'no_selection' ? image : '';
}

export interface CategoryPageData {
  kind: 'category';
  /** With its description in plain words. */
  category: CategoryLink & { description: string };
  /** The picture of its head: its own, or that of the nearest category above that has one. */
  head: string;
  crumbs: Crumb[];
  subcategories: CategoryLink[];
  listing: Listing;
}

/** A category by its slug, its url key or its id, in this order (accounts 2.1, wire contract 8.6). Throws 404. */
export async function getCategory(key: string, asker: Asker): Promise<Category> {
  for (const field of ['slug', 'url_key', 'id']) {
    if (field === 'id' && !/^\d{1,9}$/.test(key)) continue;
    const [category] = await findCategories({ [field]: { eq: field === 'id' ? Number(key) : key } }, asker);
    if (category) return category;
  }
  throw categoryNotFound('slug', key);
}

/** Everything the page of a category shows. Categories above the root are not found (commerce 5). */
export async function loadCategory(category: Category, url: URL, asker: Asker): Promise<CategoryPageData> {
  if (category.id < categoryRootId) throw categoryNotFound('id', String(category.id));
  const line = lineage(category).filter((id) => id !== category.id);
  const [forebears, subcategories, listing] = await Promise.all([
    line.length > 0 ? findCategories({ id: { in: line } }, asker) : [],
    findCategories({ parent_id: { eq: category.id }, product_count: { gt: 0 } }, asker),
    loadListing({ filters: [...listed(apiSettings().switches), inCategory(category)] }, url, asker),
  ]);
  return {
    kind: 'category',
    category: { ...linkOf(category), description: plainText(category.description).join(' ') },
    head: nearestImage(category, line, forebears),
    crumbs: breadcrumbs([...line, category.id], [...forebears, category]),
    subcategories: subcategories.map(linkOf),
    listing,
  };
}

function nearestImage(category: Category, line: readonly number[], forebears: readonly Category[]): string {
  const above = line.toReversed().map((id) => forebears.find((one) => one.id === id)?.image);
  return [category.image, ...above].find((image) => image && image !== 'no_selection') ?? '';
}

function linkOf({ id, name, url_path, image }: Category): CategoryLink {
  return { id, name, url_path, image };
}

/** The tags under which a category page is kept (SHELL-2). */
export function categoryTags({ category, listing }: CategoryPageData): string {
  return ['category', `C${category.id}`, ...listing.items.map(({ id }) => `P${id}`)].join(' ');
}
