import { lineage, ownSlug } from '@fynbos/core/catalogue/breadcrumbs.ts';
import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import type { Filter } from '@fynbos/core/catalogue/filter.ts';
import { searchable } from '@fynbos/core/catalogue/listing.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { Problem } from '@fynbos/core/problem.ts';
import { namedCategories } from '@fynbos/core/search/category-suggestions.ts';
import type { SearchEntity } from '@fynbos/core/search/contract.ts';
import { EngineAway, type SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSearch, type SearchRequest } from '@fynbos/core/search/search-request.ts';
import { categoryRootId, shortestSearch } from '@fynbos/core/shop.ts';
import { findPrices, payingGroup } from '../catalogue/documents/group-prices.ts';
import { isEnabled, type LiveProduct, parseProduct } from '../catalogue/documents/product-index.ts';
import type { Change, LiveCatalogue } from '../catalogue/live-catalogue.ts';
import { projection } from '../catalogue/projection.ts';
import { matchDocuments } from './document-matcher.ts';
import { createEngineSync, type Write } from './engine/engine-sync.ts';
import { type Surroundings, searchDocument } from './engine/search-document.ts';
import { labelFinder } from './option-labels.ts';
import { attributeMetadata, productFinder } from './product-search.ts';
import { type CachedSearchResponse, createResponseCache } from './response-cache.ts';
import { writeSearchResponse } from './search-response.ts';

/** Searches the live catalogue. A result always matches the current catalogue. */
export interface LiveSearch {
  /** @param group the customer group whose prices apply; defaults to guests */
  search(entity: SearchEntity, request: SearchRequest, group?: number): Promise<CachedSearchResponse>;
  /** Completions for a prefix: words, the first products at the group's prices, and categories by name. */
  suggest(text: string, size: number, group?: number): Promise<Suggestions>;
  /** Whether the engine is unavailable or lacks changes. Results come from the cache then. */
  readonly isFailing: boolean;
  /** Stops the background tasks. */
  stop(): void;
}

interface Suggestions {
  words: string[];
  products: Record<string, unknown>[];
  categories: { id: number; name: string; url_path: string; image?: string }[];
  total: number;
  attributeMetadata?: Record<string, unknown>[];
}

/** Callbacks for a remote engine. */
interface Hearers {
  /** Called when the engine becomes unavailable and when it returns. */
  warn(finding: string): void;
  /** Called when the engine has caught up with changes published while it was unavailable. */
  caughtUp(): void;
}

const cacheBytes = 48 * 1024 * 1024;

/**
 * Fills the engine from the catalogue and keeps it in sync.
 * @param listing which products suggestions may show
 */
export async function openSearch(
  catalogue: LiveCatalogue,
  engine: SearchEngine,
  listing: Parameters<typeof searchable>[0],
  { warn = () => {}, caughtUp = () => {} }: Partial<Hearers> = {},
): Promise<LiveSearch> {
  // Only a remote engine can be unavailable. An outdated result is better than none then.
  const cache = createResponseCache(cacheBytes, engine.isInSync !== undefined);
  let generation = 0;
  let groups = '';

  /** A customer group that gets its first price needs a price of every product. */
  function isEverything(change: Change): boolean {
    const before = groups;
    groups = [...catalogue.priceGroups].sort().join();
    return change.everything || groups !== before;
  }

  const engineSync = createEngineSync({
    engine,
    everyDocument: () => documentsOf(catalogue, idsOf(catalogue)),
    reloadCatalogue: catalogue.reload,
    written(late) {
      generation++;
      cache.forget();
      if (late) caughtUp();
    },
    warn,
  });
  const products = productFinder(catalogue, engineSync);
  const write = (change: Change): Write =>
    isEverything(change)
      ? 'everything'
      : {
          changed: () => documentsOf(catalogue, change.changed),
          removed: [...change.removed, ...disabledAmong(catalogue, change.changed)],
        };

  await engineSync.begin(write({ changed: [], removed: [], everything: true, shown: 'everywhere' }));
  catalogue.onChange((change) => {
    products.forget(change.everything ? undefined : change.changed);
    return engineSync.follow(write(change));
  });

  /** Returns the engine's result, or the cached one while the engine is unavailable. */
  async function searchOrCached(
    cacheKey: string,
    searchEngine: () => Promise<string>,
  ): Promise<CachedSearchResponse> {
    const before = generation;
    try {
      const result = { plain: Buffer.from(await searchEngine()), compressed: {} };
      // A result computed before a change must not be cached after it.
      if (before === generation) cache.store(cacheKey, result);
      return result;
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      const old = cache.findOld(cacheKey);
      if (!old) throw new Problem('search_unavailable');
      return old;
    }
  }

  return {
    async search(entity, request, requestedGroup = guestGroup) {
      const group = payingGroup(catalogue.priceGroups, requestedGroup);
      const cacheKey = cacheKeyPrefix(group) + entity + JSON.stringify(request);
      const known = cache.find(cacheKey);
      if (known) return known;
      return searchOrCached(cacheKey, async () =>
        entity === 'product'
          ? products.findJson(request, group)
          : searchSmallEntity(catalogue, entity, request),
      );
    },
    get isFailing() {
      return engineSync.isFailing;
    },
    stop: engineSync.stop,
    async suggest(text, size, requestedGroup = guestGroup) {
      const words = await engine.suggest(text, size);
      const categories = categoriesNamed(catalogue, text, size);
      if (text.trim().length < shortestSearch) return { words, products: [], categories, total: 0 };
      const group = payingGroup(catalogue.priceGroups, requestedGroup);
      const { items, total, records } = await products
        .find(suggestionsFor(text, size, listing), group)
        .catch(nothingWhileAway);
      const sizes = attributeMetadata(catalogue.attributes(), records, {}, ['packsize']).map((size) => ({
        ...size,
      }));
      const suggestions = { words, products: items.map((json) => JSON.parse(json)), categories, total };
      return sizes.length > 0 ? { ...suggestions, attributeMetadata: sizes } : suggestions;
    },
  };
}

/** Words and categories can be suggested without the engine. */
function nothingWhileAway(error: unknown): { items: string[]; total: number; records: LiveProduct[] } {
  if (!(error instanceof EngineAway)) throw error;
  return { items: [], total: 0, records: [] };
}

const cacheKeyPrefix = (group: number): string => (group === guestGroup ? '' : `${group} `);

/** Sorted by id, which decides the order of products that are otherwise equal. */
const idsOf = (catalogue: LiveCatalogue): number[] =>
  [...catalogue.all()].map((record) => record.id).sort((left, right) => left - right);

const disabledAmong = (catalogue: LiveCatalogue, ids: readonly number[]): number[] =>
  ids.filter((id) => {
    const record = catalogue.find(id);
    return record && !isEnabled(record);
  });

/** The documents that the engine finds. Disabled products are not among them (T36). */
function* documentsOf(catalogue: LiveCatalogue, ids: readonly number[]) {
  const from = { labelOf: labelFinder(catalogue.attributes()), findCategory: catalogue.findCategory };
  for (const id of ids) {
    const record = catalogue.find(id);
    if (!record || !isEnabled(record)) continue;
    const product = parseProduct(record.json);
    const groupPrices = pricesOf(record, product, catalogue.priceGroups);
    yield searchDocument(product, {
      ...from,
      groupPrices,
      shopName: record.shopName,
    });
  }
}

function pricesOf(
  { byGroup }: LiveProduct,
  product: Product,
  groups: ReadonlySet<number>,
): Surroundings['groupPrices'] {
  return new Map([...groups].map((group) => [group, findPrices(byGroup, group)?.productPrice ?? product]));
}

/** Categories, attributes and tax rules are few enough for a linear scan. */
function searchSmallEntity(catalogue: LiveCatalogue, entity: SearchEntity, request: SearchRequest): string {
  const documents: Record<Exclude<SearchEntity, 'product'>, readonly SmallEntity[]> = {
    category: catalogue.categories().filter(({ id, is_active }) => id >= categoryRootId && is_active),
    attribute: [...catalogue.attributes().values()].map((each) => withoutSecrets(each, catalogue)),
    taxrule: catalogue.taxRules(),
  };
  const named = entity === 'product' ? [] : documents[entity];
  const filters = entity === 'attribute' ? request.filters.filter(hasPlainName) : request.filters;
  const matching = matchDocuments(withText(named, request.text), filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = matching.slice(request.start, request.start + request.size).map(apply);
  return writeSearchResponse(request, { items: JSON.stringify(items), total: matching.length });
}

/** The attribute search ignores filters whose names contain a dot (spec commerce 5). */
const hasPlainName = ({ field }: Filter): boolean => !field.replace(/\.keyword$/, '').includes('.');

/**
 * Shows an attribute that is not visible to shoppers by name only. Of its options it lists those that
 * products show, because variants are chosen by it (T15).
 */
function withoutSecrets(attribute: Attribute, catalogue: LiveCatalogue): Attribute {
  if (attribute.is_visible || attribute.options.length === 0) return attribute;
  const shown = new Set<string>();
  for (const { choices } of [...catalogue.all()].filter(isEnabled))
    for (const value of [choices[attribute.attribute_code] ?? []].flat()) shown.add(String(value));
  return { ...attribute, options: attribute.options.filter(({ value }) => shown.has(value)) };
}

type SmallEntity = Category | Attribute | TaxRule;

function withText(documents: readonly SmallEntity[], text: string): readonly SmallEntity[] {
  const needle = text.toLowerCase();
  return needle === '' ? documents : documents.filter((document) => nameOf(document).includes(needle));
}

/** The texts that a category, an attribute or a tax rule is found by. */
function nameOf(document: SmallEntity): string {
  if ('attribute_code' in document)
    return [document.frontend_label, document.attribute_code].join(' ').toLowerCase();
  return ('name' in document ? document.name : document.code).toLowerCase();
}

const suggestedFields = [
  'id',
  'sku',
  'name',
  'url_path',
  'image',
  'final_price_incl_tax',
  'original_price_incl_tax',
  'special_price_incl_tax',
  'brand',
  'type_id',
  'stock',
  'packsize',
  'custom_options.option_id',
  'errors',
];

/** A search for the first listed products that match a text. */
function suggestionsFor(
  text: string,
  size: number,
  listing: Parameters<typeof searchable>[0],
): SearchRequest {
  const body = {
    text,
    size: Math.min(size, 6),
    includeFields: suggestedFields,
    _appliedFilters: searchable(listing),
  };
  return readSearch({}, body);
}

function categoriesNamed(catalogue: LiveCatalogue, text: string, size: number): Suggestions['categories'] {
  const open = catalogue
    .categories()
    .filter((category) => category.is_active && category.product_count > 0 && category.id > categoryRootId);
  return namedCategories(open, text)
    .slice(0, size)
    .map((category) => {
      const { id, name, slug, url_path } = category;
      const image = pictureOf(category, catalogue);
      return { id, name, url_path, ...ownSlug({ slug, url_path }), ...(image && { image }) };
    });
}

/** The picture of a category, or of the nearest one above it that has one. */
function pictureOf(category: Category, { findCategory }: LiveCatalogue): string | undefined {
  const nearest = lineage(category).map(findCategory).reverse();
  return nearest.find((each) => each?.image && each.image !== 'no_selection')?.image;
}
