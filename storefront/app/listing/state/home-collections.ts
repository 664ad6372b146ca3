import { ownSlug } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { type AppliedFilter, listed } from '@fynbos/core/catalogue/listing.ts';
import {
  findCards,
  findCategories,
  inCategory,
  type Requester,
} from '../../catalogue/state/catalogue-queries.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';

/**
 * The collections of the home page, defined by an attribute or by the name of a category (spec commerce 2,
 * spec D31).
 */
const homeCollections = [
  { id: 'specials', attribute: 'is_special', value: true },
  { id: 'newProducts', attribute: 'featured', value: 'y' },
  { id: 'bestsellers', category: 'Special Diets' },
  { id: 'inspirations', category: 'Health Products' },
] as const;

export type CollectionId = (typeof homeCollections)[number]['id'];

export interface Collection {
  id: CollectionId;
  products: CardProduct[];
  /** The category to see more of, when the collection is a category. */
  url_path?: string;
  slug?: string;
}

const shownEach = 8;

/** The collections that have products, in their order. A collection that fails to load is omitted. */
export async function loadCollections(requester: Requester): Promise<Collection[]> {
  const loaded = await Promise.all(
    homeCollections.map((collection) => loadCollection(collection, requester).catch(() => undefined)),
  );
  return loaded.flatMap((collection) => (collection && collection.products.length > 0 ? [collection] : []));
}

async function loadCollection(
  collection: (typeof homeCollections)[number],
  requester: Requester,
): Promise<Collection | undefined> {
  if (!('category' in collection)) {
    const { attribute, value } = collection;
    const filter = { attribute, value: { eq: value }, scope: 'default' };
    return { id: collection.id, products: await newest(filter, requester) };
  }
  const [category] = await findCategories({ name: { eq: collection.category } }, requester);
  if (!category) return undefined;
  const products = await newest(inCategory(category), requester);
  return { id: collection.id, products, url_path: category.url_path, ...ownSlug(category) };
}

async function newest(filter: AppliedFilter, requester: Requester): Promise<CardProduct[]> {
  const body = {
    _appliedFilters: [...listed(apiSettings().switches), filter],
    _appliedSort: [{ field: 'created_at', options: 'desc' }],
    size: shownEach,
  };
  return (await findCards(body, requester)).items;
}
