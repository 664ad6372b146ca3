import type { Attribute, Category } from '@fynbos/core/catalogue/entities.ts';
import { cleanCode } from '@fynbos/core/clean-text.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { categoryRootId, defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import { type PricePolicy, standardPolicy } from '../pricing/price-policy.ts';
import { readDependents, readProducts, readProductsAfter } from './documents/catalogue-store.ts';
import { composeCategories } from './documents/category-tree.ts';
import {
  loadDocuments,
  type ReferenceData,
  readReferenceData,
  type Selling,
} from './documents/document-loader.ts';
import { groupsIn } from './documents/group-prices.ts';
import type { Document } from './documents/product-document.ts';
import {
  displace,
  emptyLiveProductIndex,
  type LiveProduct,
  type LiveProductIndex,
  place,
  toLiveProduct,
} from './documents/product-index.ts';
import { joinStatistics, type ReadStatistics } from './documents/product-statistics.ts';
import { noPromotionLabels, type PromotionLabels } from './documents/promotion-labels.ts';
import type { CatalogueText } from './labels/catalogue-labels.ts';
import { type Pair, type ShownOtherwise, shownOtherwise } from './stale-pages.ts';

/**
 * The catalogue that this process serves. Every product document is serialised to JSON once and stored with
 * the few fields that every request needs. It is read from the database at start and updated when changes
 * are published; a reader never sees half of a change.
 */
export interface LiveCatalogue {
  /** Counts changes. A response computed at one version is valid until the next version. */
  readonly version: number;
  readonly size: number;
  readonly view: StoreView;
  /** Customer groups with prices that differ from those of guests; guests are not included. */
  readonly priceGroups: ReadonlySet<number>;
  find(id: number): LiveProduct | undefined;
  findBySku(sku: string): LiveProduct | undefined;
  findByUrlPath(path: string): LiveProduct | undefined;
  /** The product whose path differs from this one by capital letters at most. */
  findByPathInAnyCase(path: string): LiveProduct | undefined;
  /** Products whose configurable children include this sku. */
  parentsOf(childSku: string): readonly number[];
  all(): Iterable<LiveProduct>;
  categories(): readonly Category[];
  findCategory(id: number): Category | undefined;
  attributes(): ReadonlyMap<string, Attribute>;
  taxRules(): readonly TaxRule[];
  /** What may be translated (spec D68). */
  texts(): readonly CatalogueText[];
  /** Registers a listener that runs after each change and before the next one begins. */
  onChange(listener: (changed: Change) => void | Promise<void>): void;
  /** Reloads these products and their dependents. */
  refresh(ids: readonly number[]): Promise<void>;
  reload(): Promise<void>;
  /** The next instant at which a price changes by date, in milliseconds; in the past when a refresh is due. */
  nextPriceChange(): number | undefined;
  /** Reloads the products with a price change that is due. */
  refreshDue(): Promise<void>;
}

export interface Change {
  changed: readonly number[];
  removed: readonly number[];
  everything: boolean;
  /** The pages on which the change is visible. */
  shown: ShownOtherwise;
}

const batch = 1000;

/** The data source of a catalogue, its store view, and the receiver of warnings about products. */
export interface CatalogueSource {
  db: Db;
  now: () => Date;
  view?: StoreView;
  policy?: PricePolicy;
  /** Whether sold-out products are listed and counted in their categories. Default: true. */
  listOutOfStock?: boolean;
  promotionLabels?: PromotionLabels;
  readStatistics?: ReadStatistics;
  warn?: (finding: string) => void;
}

export async function openCatalogue(source: CatalogueSource): Promise<LiveCatalogue> {
  const catalogue = liveCatalogue(source);
  await catalogue.reload();
  return catalogue;
}

function liveCatalogue({
  db,
  now,
  view = defaultStoreView,
  policy = standardPolicy,
  listOutOfStock = true,
  promotionLabels = noPromotionLabels,
  readStatistics = joinStatistics(),
  warn = () => {},
}: CatalogueSource): LiveCatalogue {
  const sellingAt = (instant: Date): Selling => ({
    view,
    policy,
    promotionLabels,
    readStatistics,
    now: instant,
  });
  let version = 0;
  let referenceData: ReferenceData = {
    shopLabels: new Map(),
    taxRules: [],
    attributes: new Map(),
    renamed: new Set(),
    categoryRows: [],
    texts: [],
  };
  let referenceDataReadAt = 0;
  let categories: readonly Category[] = [];
  let categoriesById = new Map<number, Category>();
  let productIndex = emptyLiveProductIndex();
  let priceGroups: ReadonlySet<number> = new Set();
  const listeners: ((change: Change) => void | Promise<void>)[] = [];

  /** The categories in which a product is counted. */
  const countedIn = (record: LiveProduct | undefined): readonly number[] =>
    record?.listable && (listOutOfStock || record.stock.is_in_stock) ? record.categoryIds : [];

  function countCategories(): void {
    categories = composeCategories(
      referenceData.categoryRows,
      [...productIndex.byId.values()].map(countedIn),
    );
    categoriesById = byId(categories);
  }

  /** The non-empty categories, which menus on every page show. */
  const openCategories = () =>
    categories.flatMap(({ id, product_count }) => (product_count > 0 ? id : [])).join();

  /**
   * Recounts the categories only when a product changed its counted categories. Stock changes of orders
   * rarely do, and a recount iterates over all products.
   * @returns whether any page may show the change: menus changed, or a product is listed again and may be
   * named on any page
   */
  function recount(pairs: readonly Pair[]): boolean {
    if (pairs.every(([old, now]) => countedIn(old).join() === countedIn(now).join())) return false;
    const before = openCategories();
    countCategories();
    const isRelisted = pairs.some(([old, now]) => countedIn(old).length === 0 && countedIn(now).length > 0);
    return isRelisted || openCategories() !== before;
  }

  async function notifyListeners(change: Change): Promise<void> {
    version++;
    for (const listener of listeners) await listener(change);
  }

  // Changes run one at a time: a refresh during a reload would be lost with the old index.
  let turn: Promise<void> = Promise.resolve();
  function inTurn(change: () => Promise<void>): Promise<void> {
    const done = turn.then(change);
    turn = done.catch(() => {});
    return done;
  }

  function reload(): Promise<void> {
    return inTurn(async () => {
      const readAt = now();
      await promotionLabels.refresh();
      const nextReferenceData = await readReferenceData(db, view);
      const uncounted = composeCategories(nextReferenceData.categoryRows, []);
      const nextIndex = emptyLiveProductIndex();
      for await (const documents of everyDocument(
        db,
        { ...nextReferenceData, categories: byId(uncounted) },
        sellingAt(readAt),
      )) {
        for (const document of documents)
          place(nextIndex, toLiveProduct(document, nextReferenceData.attributes));
        for (const finding of documents.flatMap((document) => document.findings)) warn(finding);
      }
      // Swaps all at once: a reader sees either the old catalogue or the new one.
      referenceDataReadAt = readAt.getTime();
      referenceData = nextReferenceData;
      productIndex = nextIndex;
      countCategories();
      priceGroups = groupsIn(productIndex.byId.values());
      await notifyListeners({
        changed: [...productIndex.byId.keys()],
        removed: [],
        everything: true,
        shown: 'everywhere',
      });
    });
  }

  function refresh(ids: readonly number[]): Promise<void> {
    return inTurn(async () => {
      if (ids.length === 0) return;
      const affectedIds = [...new Set([...ids, ...(await readDependents(db, ids))])];
      const rows = await readProducts(db, affectedIds);
      const documents = await loadDocuments(
        db,
        rows,
        { ...referenceData, categories: categoriesById },
        sellingAt(now()),
      );
      const foundIds = new Set(documents.map(({ product }) => product.id));
      const removed = affectedIds.filter((id) => !foundIds.has(id) && productIndex.byId.has(id));
      const before = affectedIds.map((id) => productIndex.byId.get(id));
      for (const id of affectedIds) displace(productIndex, id);
      for (const document of documents)
        place(productIndex, toLiveProduct(document, referenceData.attributes));
      for (const finding of documents.flatMap((document) => document.findings)) warn(finding);
      const pairs = affectedIds.map((id, at) => [before[at], productIndex.byId.get(id)] as const);
      const existingPairs = pairs.filter(([old, now]) => old || now);
      const isSeenAnywhere = recount(existingPairs);
      // Rarely needed: this iterates over all products.
      if (existingPairs.some(([old, now]) => groupsOf(old) !== groupsOf(now)))
        priceGroups = groupsIn(productIndex.byId.values());
      const shown = isSeenAnywhere ? 'everywhere' : shownOtherwise(existingPairs);
      await notifyListeners({ changed: [...foundIds], removed, everything: false, shown });
    });
  }

  function refreshDue(): Promise<void> {
    const instant = now().getTime();
    if (rateChanges(referenceData).some((change) => change > referenceDataReadAt && change <= instant))
      return reload();
    const due = [...productIndex.dated].filter(([, changesAt]) => changesAt <= instant);
    return refresh(due.map(([id]) => id));
  }

  return {
    get version() {
      return version;
    },
    get size() {
      return productIndex.byId.size;
    },
    view,
    get priceGroups() {
      return priceGroups;
    },
    find: (id) => productIndex.byId.get(id),
    findBySku: (sku) => {
      const { byId, bySku } = productIndex;
      return byId.get(bySku.get(sku) ?? bySku.get(cleanCode(sku)) ?? -1);
    },
    findByUrlPath: (path) => productIndex.byId.get(productIndex.byUrlPath.get(path) ?? -1),
    findByPathInAnyCase(path) {
      const { byId, byUrlPath, byLowerPath } = productIndex;
      const lowerPath = path.toLowerCase();
      return byId.get(byUrlPath.get(path) ?? byUrlPath.get(lowerPath) ?? byLowerPath.get(lowerPath) ?? -1);
    },
    parentsOf: (childSku) => productIndex.parents.get(childSku) ?? [],
    all: () => productIndex.byId.values(),
    categories: () => categories,
    findCategory: (id) => (id < categoryRootId ? undefined : categoriesById.get(id)),
    attributes: () => referenceData.attributes,
    taxRules: () => referenceData.taxRules,
    texts: () => referenceData.texts,
    onChange: (listener) => void listeners.push(listener),
    nextPriceChange: () => earliest(productIndex, referenceData, now().getTime()),
    refresh,
    refreshDue,
    reload,
  };
}

const groupsOf = (record: LiveProduct | undefined): string => [...(record?.byGroup?.keys() ?? [])].join();

const byId = (categories: readonly Category[]) =>
  new Map(categories.map((category) => [category.id, category]));

async function* everyDocument(
  db: Db,
  referenceData: Parameters<typeof loadDocuments>[2],
  selling: Selling,
): AsyncGenerator<Document[]> {
  for (let after = 0; ; ) {
    const rows = await readProductsAfter(db, after, batch);
    const last = rows.at(-1);
    if (!last) return;
    yield await loadDocuments(db, rows, referenceData, selling);
    after = last.id;
  }
}

/** The next instant at which a price changes by date: the date of a special price or of a tax rate. */
function earliest(index: LiveProductIndex, referenceData: ReferenceData, now: number): number | undefined {
  let next = Number.POSITIVE_INFINITY;
  for (const instant of rateChanges(referenceData)) if (instant > now && instant < next) next = instant;
  for (const changesAt of index.dated.values()) if (changesAt < next) next = changesAt;
  return Number.isFinite(next) ? next : undefined;
}

function rateChanges(referenceData: ReferenceData): number[] {
  return referenceData.taxRules
    .flatMap((rule) => rule.rates)
    .flatMap(({ valid_from, valid_to }) => [
      valid_from ? Date.parse(valid_from) : Number.NaN,
      valid_to ? Date.parse(valid_to) + 1 : Number.NaN,
    ]);
}
