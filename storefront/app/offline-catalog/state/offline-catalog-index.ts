import type { Crumb } from '@fynbos/core/catalogue/breadcrumbs.ts';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import { measureOf } from '@fynbos/core/pricing/unit-price.ts';
import { namedCategories } from '@fynbos/core/search/category-suggestions.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import { snapshotDocuments } from '@fynbos/core/search/in-process/snapshot-documents.ts';
import { offerFiltersOf } from '@fynbos/core/search/query/offers.ts';
import type { SearchEngine } from '@fynbos/core/search/search-engine.ts';
import type { Filter, Scalar } from '@fynbos/core/search/search-request.ts';
import type { CatalogSnapshot, SnapshotCategory } from '@fynbos/core/search/snapshot/catalog-snapshot.ts';
import type { SnapshotProduct } from '@fynbos/core/search/snapshot/snapshot-product.ts';
import { readSynonyms, type Synonyms } from '@fynbos/core/search/text/synonyms.ts';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import type {
  OfflineCategory,
  OfflineListScope,
  OfflinePlace,
  OfflineProductList,
  OfflineSortOrder,
  OfflineSuggestions,
} from './offline-catalog-messages.ts';

/**
 * An indexed snapshot for search and browsing. It uses the search engine of the server, so that both return
 * the same results.
 */
export interface OfflineCatalogIndex {
  suggest(text: string, size: number): Promise<OfflineSuggestions>;
  list(
    scope: OfflineListScope,
    order: OfflineSortOrder | undefined,
    shown: number,
  ): Promise<OfflineProductList>;
  place(path: string): OfflinePlace | undefined;
}

const maxSuggested = 6;

export async function indexSnapshot(snapshot: CatalogSnapshot): Promise<OfflineCatalogIndex> {
  const engine = inProcessEngine({ synonyms: synonymsIn(snapshot) });
  await engine.replaceAll(snapshotDocuments(snapshot.products, snapshot.categories));
  const products = new Map(snapshot.products.map((product) => [product.id, product]));
  const productAt = new Map(snapshot.products.map((product) => [product.url_path, product]));
  const categories = new Map(snapshot.categories.map((category) => [category.id, category]));
  const categoryAt = new Map(
    snapshot.categories.flatMap((category) => addressesOf(category).map((path) => [path, category])),
  );
  const below = Map.groupBy(snapshot.categories, (category) => category.parent_id);
  // The engine knows only the products of this snapshot.
  const cards = (ids: readonly number[]) => ids.map((id) => offlineCard(products.get(id)!));

  /** The breadcrumbs of a category, from the top. */
  function crumbsOf(category: SnapshotCategory | undefined, seen = new Set<number>()): Crumb[] {
    if (!category || seen.has(category.id)) return [];
    seen.add(category.id);
    return [...crumbsOf(categories.get(category.parent_id), seen), linkOf(category)];
  }

  return {
    async suggest(text, size) {
      const [completions, { ids, total }] = await Promise.all([
        engine.suggest(text, size),
        find(engine, { text }, undefined, Math.min(size, maxSuggested)),
      ]);
      const named = namedCategories(snapshot.categories, text).slice(0, size).map(linkOf);
      return { words: completions, products: cards(ids), categories: named, total };
    },
    async list(scope, order, shown) {
      const { ids, total, suggestions } = await find(engine, scope, order, shown);
      return { items: cards(ids), total, suggestions };
    },
    place(path) {
      const product = productAt.get(path);
      if (product) {
        const trails = product.category_ids.map((id) => crumbsOf(categories.get(id)));
        const crumbs = trails.reduce(
          (current, trail) => (trail.length > current.length ? trail : current),
          [],
        );
        const brandSlug = product.brandSlug ?? slugOf(product.brand);
        return { kind: 'product', product: offlineCard(product), brandSlug, crumbs };
      }
      const category = categoryAt.get(path);
      if (!category) return undefined;
      const children = (below.get(category.id) ?? []).toSorted(
        (left, right) => left.position - right.position,
      );
      return {
        kind: 'category',
        category: linkOf(category),
        crumbs: crumbsOf(category).slice(0, -1),
        below: children.map(linkOf),
      };
    },
  };
}

/** The short address of a category contains only the last part of its path (spec accounts 2.1). */
const addressesOf = ({ url_path }: SnapshotCategory) => [`c/${url_path.split('/').at(-1)}`, url_path];

const linkOf = ({ id, name, url_path }: SnapshotCategory): OfflineCategory => ({ id, name, url_path });

/** The visibilities shown in searches and in lists: the same as on the server (wire contract 3.6). */
const visibleIn = { search: [3, 4], list: [2, 3, 4] };

function find(
  engine: SearchEngine,
  { text = '', category, brand }: OfflineListScope,
  order: OfflineSortOrder | undefined,
  size: number,
) {
  const offers = offerFiltersOf(text);
  const filters = [
    among('visibility', text ? visibleIn.search : visibleIn.list),
    ...(category === undefined ? [] : [among('category_ids', [category])]),
    ...(brand === undefined ? [] : [among('brand', [brand])]),
    ...(offers ?? []),
  ];
  const query = { text: offers ? '' : text, filters, sort: order ? [order] : [], facets: [], ranges: [] };
  return engine.search({ ...query, start: 0, size });
}

const among = (field: string, values: Scalar[]): Filter => ({
  field,
  scope: 'default',
  any: false,
  condition: { is: 'in', values },
});

/** Invalid synonyms in a snapshot are ignored. */
function synonymsIn({ synonyms }: CatalogSnapshot): Synonyms {
  try {
    return readSynonyms(synonyms);
  } catch {
    return readSynonyms('');
  }
}

/** Converts a product of the snapshot to a card. */
function offlineCard(product: SnapshotProduct): CardProduct {
  const { id, sku, type_id, name, url_path, image, brand, packsize, choose, minimum } = product;
  const measure = packsize ? measureOf(packsize) : undefined;
  return {
    ...{ id, sku, type_id, name, url_path, image },
    ...(brand && { brand }),
    ...(choose && { choose }),
    final_price_incl_tax: centsToDecimal(product.price),
    original_price_incl_tax: centsToDecimal(product.was || product.price),
    special_price_incl_tax: centsToDecimal(product.was ? product.price : 0),
    stock: { is_in_stock: product.inStock, ...(minimum && { min_sale_qty: minimum }) },
    ...(measure && { measure }),
    ...(measure && product.measured && { measured: centsToDecimal(product.measured) }),
  };
}
