import { type AppliedFilter, listed } from '@fynbos/core/catalogue/listing.ts';
import { apiSettings } from '../api-settings.ts';
import type { CardProduct } from './card-fields.ts';
import { type Asker, findCards, findCategories, inCategory } from './queries.ts';

/** A collection of the home page: by an attribute, or by a category of this name (commerce 2, decision 31). */
export const homeCollections = [
  { id: 'newProducts', attribute: 'featured', value: 'y' },
  { id: 'specials', attribute: 'is_special', value: true },
  { id: 'bestsellers', category: 'Special Diets' },
  { id: 'inspirations', category: 'Health Products' },
] as const;

export type CollectionId = (typeof homeCollections)[number]['id'];

export interface Collection {
  id: CollectionId;
  products: CardProduct[];
  /** The category to see more of, where the collection is one. */
  url_path?: string;
}

const shownEach = 8;

/** The collections that have products, in their order; one that fails is left out, the others stand. */
export async function loadCollections(asker: Asker): Promise<Collection[]> {
  const loaded = await Promise.all(
    homeCollections.map((collection) => loadCollection(collection, asker).catch(() => undefined)),
  );
  return loaded.filter(
    (collection) => collection !== undefined && collection.products.length > 0,
  ) as Collection[];
}

async function loadCollection(
  collection: (typeof homeCollections)[number],
  asker: Asker,
): Promise<Collection | undefined> {
  if (!('category' in collection)) {
    const { attribute, value } = collection;
    const filter = { attribute, value: { eq: value }, scope: 'default' };
    return { id: collection.id, products: await newest(filter, asker) };
  }
  const [category] = await findCategories({ name: { eq: collection.category } }, asker);
  if (!category) return undefined;
  const products = await newest(inCategory(category), asker);
  return { id: collection.id, products, url_path: category.url_path };
}

async function newest(filter: AppliedFilter, asker: Asker): Promise<CardProduct[]> {
  const body = {
    _appliedFilters: [...listed(apiSettings().switches), filter],
    _appliedSort: [{ field: 'created_at', options: 'desc' }],
    size: shownEach,
  };
  return (await findCards(body, asker)).items;
}
