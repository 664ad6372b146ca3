import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process.ts';
import { namedCategories } from '@fynbos/core/search/named-categories.ts';
import type { Pack, PackCategory } from '@fynbos/core/search/pack.ts';
import { packDocuments } from '@fynbos/core/search/pack-document.ts';
import type { Filter, Scalar } from '@fynbos/core/search/request.ts';
import { readSynonyms, type Synonyms } from '@fynbos/core/search/synonyms.ts';
import type {
  PocketCategory,
  PocketFound,
  PocketList,
  PocketOrder,
  PocketPlace,
  PocketScope,
} from './pocket-asks.ts';
import { pocketCard } from './pocket-card.ts';

/** A pack that can be searched and browsed: with the engine of the server, so that both find the same. */
export interface PocketIndex {
  suggest(text: string, size: number): Promise<PocketFound>;
  list(scope: PocketScope, order: PocketOrder | undefined, shown: number): Promise<PocketList>;
  place(path: string): PocketPlace | undefined;
}

const mostSuggested = 6;

export async function indexPack(pack: Pack): Promise<PocketIndex> {
  const engine = inProcessEngine({ synonyms: synonymsIn(pack) });
  await engine.replaceAll(packDocuments(pack.products, pack.categories));
  const products = new Map(pack.products.map((product) => [product.id, product]));
  const productAt = new Map(pack.products.map((product) => [product.url_path, product]));
  const categories = new Map(pack.categories.map((category) => [category.id, category]));
  const categoryAt = new Map(
    pack.categories.flatMap((category) => addressesOf(category).map((path) => [path, category])),
  );
  const below = Map.groupBy(pack.categories, (category) => category.parent_id);
  const cards = (ids: readonly number[]) => ids.map((id) => pocketCard(products.get(id)!));

  /** The ways that lead here, from the top. */
  function crumbsOf(category: PackCategory | undefined, seen = new Set<number>()): Crumb[] {
    if (!category || seen.has(category.id)) return [];
    seen.add(category.id);
    return [...crumbsOf(categories.get(category.parent_id), seen), linkOf(category)];
  }

  return {
    async suggest(text, size) {
      const [words, { ids, total }] = await Promise.all([
        engine.suggest(text, size),
        find(engine, { text }, undefined, Math.min(size, mostSuggested)),
      ]);
      const named = namedCategories(pack.categories, text).slice(0, size).map(linkOf);
      return { words, products: cards(ids), categories: named, total };
    },
    async list(scope, order, shown) {
      const { ids, total, suggestions } = await find(engine, scope, order, shown);
      return { items: cards(ids), total, suggestions };
    },
    place(path) {
      const product = productAt.get(path);
      if (product) {
        const deepest = product.category_ids.map((id) => crumbsOf(categories.get(id)));
        const crumbs = deepest.reduce((longest, one) => (one.length > longest.length ? one : longest), []);
        return { kind: 'product', product: pocketCard(product), crumbs };
      }
      const category = categoryAt.get(path);
      if (!category) return undefined;
      const children = (below.get(category.id) ?? []).toSorted((one, other) => one.position - other.position);
      return {
        kind: 'category',
        category: linkOf(category),
        crumbs: crumbsOf(category).slice(0, -1),
        below: children.map(linkOf),
      };
    },
  };
}

/** The short address of a category has only the last part of its path (accounts 2.1). */
const addressesOf = ({ url_path }: PackCategory) => [`c/${url_path.split('/').at(-1)}`, url_path];

const linkOf = ({ id, name, url_path }: PackCategory): PocketCategory => ({ id, name, url_path });

/** What a search may show, and what a list: the same as at the server (wire contract 3.6). */
const visibleIn = { search: [3, 4], list: [2, 3, 4] };

function find(
  engine: SearchEngine,
  { text = '', category, brand }: PocketScope,
  order: PocketOrder | undefined,
  size: number,
) {
  const filters = [
    among('visibility', text ? visibleIn.search : visibleIn.list),
    ...(category === undefined ? [] : [among('category_ids', [category])]),
    ...(brand === undefined ? [] : [among('brand', [brand])]),
  ];
  const question = { text, filters, sort: order ? [order] : [], facets: [], ranges: [] };
  return engine.search({ ...question, start: 0, size });
}

const among = (field: string, values: Scalar[]): Filter => ({
  field,
  scope: 'default',
  any: false,
  condition: { is: 'in', values },
});

/** A pack whose synonyms cannot be read is searched without them. */
function synonymsIn({ synonyms }: Pack): Synonyms {
  try {
    return readSynonyms(synonyms);
  } catch {
    return readSynonyms('');
  }
}
