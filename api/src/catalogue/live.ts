import type { Attribute, Category } from '@fynbos/core/catalogue/entities.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { categoryRootId, defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import type { Db } from '../db.ts';
import { type PricePolicy, standardPolicy } from '../pricing/policy.ts';
import { composeCategories } from './category-tree.ts';
import type { Document } from './document.ts';
import { composeBatch, type Ground, readGround, type Selling } from './gather.ts';
import { groupsIn } from './group-prices.ts';
import { type Marks, noMarks } from './marks.ts';
import { displace, emptyShelf, type Kept, keep, place, type Shelf } from './shelf.ts';
import { type Pair, type ShownOtherwise, shownOtherwise } from './stale-pages.ts';
import { readDependents, readProducts, readProductsAfter } from './store.ts';

/**
 * The catalogue as this process serves it: every product document written once as JSON, with the few
 * facts that are asked for on every request beside it. It is read from the database at start and
 * patched as changes are announced; a reader never sees half of a change.
 */
export interface LiveCatalogue {
  /** Counts changes; an answer made at one version is right until the next. */
  readonly version: number;
  readonly size: number;
  readonly view: StoreView;
  /** The customer groups that do not all pay what guests do; guests are not among them. */
  readonly priceGroups: ReadonlySet<number>;
  find(id: number): Kept | undefined;
  findBySku(sku: string): Kept | undefined;
  findByUrlPath(path: string): Kept | undefined;
  /** Products whose configurable children include this sku. */
  parentsOf(childSku: string): readonly number[];
  all(): Iterable<Kept>;
  categories(): readonly Category[];
  findCategory(id: number): Category | undefined;
  attributes(): ReadonlyMap<string, Attribute>;
  taxRules(): readonly TaxRule[];
  /** Calls back after each change, before the next one begins. */
  onChange(listener: (changed: Change) => void | Promise<void>): void;
  /** Reads these products again, and what depends on them. */
  refresh(ids: readonly number[]): Promise<void>;
  reload(): Promise<void>;
  /** The next instant at which a price changes by itself, in milliseconds; past when it is due. */
  nextPriceChange(): number | undefined;
  /** Reads what is due by now. */
  refreshDue(): Promise<void>;
}

export interface Change {
  changed: readonly number[];
  removed: readonly number[];
  everything: boolean;
  /** What pages show differently now. */
  shown: ShownOtherwise;
}

const batch = 1000;

/** What a catalogue is read from, for which store view, and who hears what is wrong with a product. */
export interface CatalogueSource {
  db: Db;
  now: () => Date;
  view?: StoreView;
  policy?: PricePolicy;
  /** Whether sold-out products are listed, and counted in their categories; they are when left out. */
  listOutOfStock?: boolean;
  marks?: Marks;
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
  marks = noMarks,
  warn = () => {},
}: CatalogueSource): LiveCatalogue {
  const sellingAt = (instant: Date): Selling => ({ view, policy, marks, now: instant });
  let version = 0;
  let ground: Ground = { taxRules: [], attributes: new Map(), renamed: new Set(), categoryRows: [] };
  let groundReadAt = 0;
  let categories: readonly Category[] = [];
  let categoriesById = new Map<number, Category>();
  let shelf = emptyShelf();
  let priceGroups: ReadonlySet<number> = new Set();
  const listeners: ((change: Change) => void | Promise<void>)[] = [];

  /** The categories that count a product. */
  const countedIn = (kept: Kept | undefined): readonly number[] =>
    kept?.listable && (listOutOfStock || kept.stock.is_in_stock) ? kept.categoryIds : [];

  function countCategories(): void {
    categories = composeCategories(ground.categoryRows, [...shelf.byId.values()].map(countedIn));
    categoriesById = byId(categories);
  }

  /** Those that menus on every page show. */
  const openCategories = () =>
    categories.flatMap(({ id, product_count }) => (product_count > 0 ? id : [])).join();

  /**
   * Counts categories anew where products are counted in others now: not as often as orders change stock, since it looks at
   * every product there is.
   *
   * @returns whether any page may show that: menus do, or one is listed again, and may be named anywhere
   */
  function recount(pairs: readonly Pair[]): boolean {
    if (pairs.every(([old, now]) => countedIn(old).join() === countedIn(now).join())) return false;
    const before = openCategories();
    countCategories();
    const isListedAgain = pairs.some(
      ([old, now]) => countedIn(old).length === 0 && countedIn(now).length > 0,
    );
    return isListedAgain || openCategories() !== before;
  }

  async function tell(change: Change): Promise<void> {
    version++;
    for (const listener of listeners) await listener(change);
  }

  // One change at a time: a refresh that overtakes a reload would be lost with the old shelf.
  let turn: Promise<void> = Promise.resolve();
  function inTurn(change: () => Promise<void>): Promise<void> {
    const done = turn.then(change);
    turn = done.catch(() => {});
    return done;
  }

  function reload(): Promise<void> {
    return inTurn(async () => {
      const readAt = now();
      await marks.refresh();
      const nextGround = await readGround(db, view);
      const uncounted = composeCategories(nextGround.categoryRows, []);
      const nextShelf = emptyShelf();
      for await (const documents of everyDocument(
        db,
        { ...nextGround, categories: byId(uncounted) },
        sellingAt(readAt),
      )) {
        for (const document of documents) place(nextShelf, keep(document, nextGround.attributes));
        for (const finding of documents.flatMap((document) => document.findings)) warn(finding);
      }
      // All at once: a reader meets the old catalogue or the new one.
      groundReadAt = readAt.getTime();
      ground = nextGround;
      shelf = nextShelf;
      countCategories();
      priceGroups = groupsIn(shelf.byId.values());
      await tell({ changed: [...shelf.byId.keys()], removed: [], everything: true, shown: 'everywhere' });
    });
  }

  function refresh(ids: readonly number[]): Promise<void> {
    return inTurn(async () => {
      if (ids.length === 0) return;
      const wanted = [...new Set([...ids, ...(await readDependents(db, ids))])];
      const rows = await readProducts(db, wanted);
      const documents = await composeBatch(
        db,
        rows,
        { ...ground, categories: categoriesById },
        sellingAt(now()),
      );
      const found = new Set(documents.map(({ product }) => product.id));
      const removed = wanted.filter((id) => !found.has(id) && shelf.byId.has(id));
      const before = wanted.map((id) => shelf.byId.get(id));
      for (const id of wanted) displace(shelf, id);
      for (const document of documents) place(shelf, keep(document, ground.attributes));
      for (const finding of documents.flatMap((document) => document.findings)) warn(finding);
      const pairs = wanted.map((id, at) => [before[at], shelf.byId.get(id)] as const);
      const there = pairs.filter(([old, now]) => old || now);
      const isSeenAnywhere = recount(there);
      // As rarely: this looks at every product there is.
      if (there.some(([old, now]) => groupsOf(old) !== groupsOf(now)))
        priceGroups = groupsIn(shelf.byId.values());
      const shown = isSeenAnywhere ? 'everywhere' : shownOtherwise(there);
      await tell({ changed: [...found], removed, everything: false, shown });
    });
  }

  function refreshDue(): Promise<void> {
    const instant = now().getTime();
    if (rateChanges(ground).some((change) => change > groundReadAt && change <= instant)) return reload();
    const due = [...shelf.dated].filter(([, changesAt]) => changesAt <= instant);
    return refresh(due.map(([id]) => id));
  }

  return {
    get version() {
      return version;
    },
    get size() {
      return shelf.byId.size;
    },
    view,
    get priceGroups() {
      return priceGroups;
    },
    find: (id) => shelf.byId.get(id),
    findBySku: (sku) => shelf.byId.get(shelf.bySku.get(sku) ?? -1),
    findByUrlPath: (path) => shelf.byId.get(shelf.byUrlPath.get(path) ?? -1),
    parentsOf: (childSku) => shelf.parents.get(childSku) ?? [],
    all: () => shelf.byId.values(),
    categories: () => categories,
    findCategory: (id) => (id < categoryRootId ? undefined : categoriesById.get(id)),
    attributes: () => ground.attributes,
    taxRules: () => ground.taxRules,
    onChange: (listener) => void listeners.push(listener),
    nextPriceChange: () => earliest(shelf, ground, now().getTime()),
    refresh,
    refreshDue,
    reload,
  };
}

const groupsOf = (kept: Kept | undefined): string => [...(kept?.byGroup?.keys() ?? [])].join();

const byId = (categories: readonly Category[]) =>
  new Map(categories.map((category) => [category.id, category]));

async function* everyDocument(
  db: Db,
  ground: Parameters<typeof composeBatch>[2],
  selling: Selling,
): AsyncGenerator<Document[]> {
  for (let after = 0; ; ) {
    const rows = await readProductsAfter(db, after, batch);
    const last = rows.at(-1);
    if (!last) return;
    yield await composeBatch(db, rows, ground, selling);
    after = last.id;
  }
}

/** The next instant at which a price changes by itself: by its own dates, or by a tax rate's. */
function earliest(shelf: Shelf, ground: Ground, now: number): number | undefined {
  let next = Number.POSITIVE_INFINITY;
  for (const instant of rateChanges(ground)) if (instant > now && instant < next) next = instant;
  for (const changesAt of shelf.dated.values()) if (changesAt < next) next = changesAt;
  return Number.isFinite(next) ? next : undefined;
}

function rateChanges(ground: Ground): number[] {
  return ground.taxRules
    .flatMap((rule) => rule.rates)
    .flatMap(({ valid_from, valid_to }) => [
      valid_from ? Date.parse(valid_from) : Number.NaN,
      valid_to ? Date.parse(valid_to) + 1 : Number.NaN,
    ]);
}
