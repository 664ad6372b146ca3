import type { Attribute, Category, Product } from '@fynbos/core/catalogue/entities.ts';
import { searchable } from '@fynbos/core/catalogue/listing.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { SearchEntity } from '@fynbos/core/search/contract.ts';
import { EngineAway, type SearchEngine } from '@fynbos/core/search/engine.ts';
import { namedCategories } from '@fynbos/core/search/named-categories.ts';
import { readSearch, type SearchRequest } from '@fynbos/core/search/request.ts';
import { categoryRootId, shortestSearch } from '@fynbos/core/shop.ts';
import { findPrices, payingGroup } from '../catalogue/group-prices.ts';
import type { Change, LiveCatalogue } from '../catalogue/live.ts';
import { projection } from '../catalogue/projection.ts';
import type { Kept } from '../catalogue/shelf.ts';
import { type KeptAnswer, keepAnswers } from './answers.ts';
import { searchDocument } from './document.ts';
import { keepInStep, type Write } from './in-step.ts';
import { labelFinder } from './labels.ts';
import { matchDocuments } from './matcher.ts';
import { productFinder } from './products.ts';
import { writeAnswer } from './write-answer.ts';

/** Searches the live catalogue; every answer is right for the catalogue as it is now. */
export interface LiveSearch {
  /** @param group the customer group whose prices are wanted; guests' when left out */
  search(entity: SearchEntity, request: SearchRequest, group?: number): Promise<KeptAnswer>;
  /** Completions for what is being typed: words, the first products at the group's prices, and categories by name. */
  suggest(text: string, size: number, group?: number): Promise<Suggestions>;
  /** Whether the engine is away, or lacks changes; answers that were given before are given again. */
  readonly isFailing: boolean;
  /** Ends what goes on by itself. */
  stop(): void;
}

export interface Suggestions {
  words: string[];
  products: Record<string, unknown>[];
  categories: { id: number; name: string; url_path: string }[];
  total: number;
}

/** Who hears of an engine elsewhere. */
interface Hearers {
  /** When it goes away and comes back. */
  warn(finding: string): void;
  /** When it has changes that were told of before, while it was away. */
  caughtUp(): void;
}

const answerBytes = 48 * 1024 * 1024;

/**
 * Fills the engine from the catalogue and keeps both in step.
 *
 * @param listing what suggestions may show
 */
export async function openSearch(
  catalogue: LiveCatalogue,
  engine: SearchEngine,
  listing: Parameters<typeof searchable>[0],
  { warn = () => {}, caughtUp = () => {} }: Partial<Hearers> = {},
): Promise<LiveSearch> {
  // Only an engine elsewhere can be away, so that an old answer is better than none.
  const answers = keepAnswers(answerBytes, engine.isInStep !== undefined);
  let generation = 0;
  let groups = '';

  /** A group that nobody had a price for until now needs a price of every product. */
  function isEverything(change: Change): boolean {
    const before = groups;
    groups = [...catalogue.priceGroups].sort().join();
    return change.everything || groups !== before;
  }

  const inStep = keepInStep({
    engine,
    everyDocument: () => documentsOf(catalogue, idsOf(catalogue)),
    readAnew: catalogue.reload,
    written(late) {
      generation++;
      answers.forget();
      if (late) caughtUp();
    },
    warn,
  });
  const products = productFinder(catalogue, inStep);
  const write = (change: Change): Write =>
    isEverything(change)
      ? 'everything'
      : { changed: () => documentsOf(catalogue, change.changed), removed: change.removed };

  await inStep.begin(write({ changed: [], removed: [], everything: true, shown: 'everywhere' }));
  catalogue.onChange((change) => {
    products.forget(change.everything ? undefined : change.changed);
    return inStep.follow(write(change));
  });

  /** What the engine says, or what it said before where it says nothing. */
  async function askOrRecall(question: string, ask: () => Promise<string>): Promise<KeptAnswer> {
    const before = generation;
    try {
      const answer = { plain: Buffer.from(await ask()), packed: {} };
      // An answer begun before a change must not outlive it.
      if (before === generation) answers.keep(question, answer);
      return answer;
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error;
      const old = answers.findOld(question);
      if (!old) throw new Problem('search_unavailable');
      return old;
    }
  }

  return {
    async search(entity, request, asked = guestGroup) {
      const group = payingGroup(catalogue.priceGroups, asked);
      const question = questionFor(group) + entity + JSON.stringify(request);
      const known = answers.find(question);
      if (known) return known;
      return askOrRecall(question, async () =>
        entity === 'product' ? products.answer(request, group) : answerSmall(catalogue, entity, request),
      );
    },
    get isFailing() {
      return inStep.isFailing;
    },
    stop: inStep.stop,
    async suggest(text, size, asked = guestGroup) {
      const words = await engine.suggest(text, size);
      const categories = categoriesNamed(catalogue.categories(), text).slice(0, size);
      if (text.trim().length < shortestSearch) return { words, products: [], categories, total: 0 };
      const group = payingGroup(catalogue.priceGroups, asked);
      const { items, total } = await products
        .find(suggestionsFor(text, size, listing), group)
        .catch(nothingWhileAway);
      return { words, products: items.map((json) => JSON.parse(json)), categories, total };
    },
  };
}

/** Words and categories are suggested without the engine. */
function nothingWhileAway(error: unknown): { items: string[]; total: number } {
  if (!(error instanceof EngineAway)) throw error;
  return { items: [], total: 0 };
}

const questionFor = (group: number): string => (group === guestGroup ? '' : `${group} `);

/** In the order in which they are read: the first come first where nothing else decides. */
const idsOf = (catalogue: LiveCatalogue): number[] =>
  [...catalogue.all()].map((kept) => kept.id).sort((one, other) => one - other);

function* documentsOf(catalogue: LiveCatalogue, ids: readonly number[]) {
  const from = { labelOf: labelFinder(catalogue.attributes()), findCategory: catalogue.findCategory };
  for (const id of ids) {
    const kept = catalogue.find(id);
    if (!kept) continue;
    const groupPrices = pricesOf(kept, catalogue.priceGroups);
    yield searchDocument(JSON.parse(kept.json.toString()) as Product, {
      ...from,
      groupPrices,
      shopName: kept.shopName,
    });
  }
}

function pricesOf(kept: Kept, groups: ReadonlySet<number>): Map<number, number> {
  return new Map(
    [...groups].map((group) => [
      group,
      findPrices(kept.byGroup, group)?.own.final_price_incl_tax ?? kept.price.incl,
    ]),
  );
}

/** Categories, attributes and tax rules: few enough to look through one by one. */
function answerSmall(catalogue: LiveCatalogue, entity: SearchEntity, request: SearchRequest): string {
  const documents: Record<Exclude<SearchEntity, 'product'>, readonly object[]> = {
    category: catalogue.categories().filter((category) => category.id >= categoryRootId),
    attribute: [...catalogue.attributes().values()].map((each) => withoutSecrets(each, catalogue)),
    taxrule: catalogue.taxRules(),
  };
  const named = entity === 'product' ? [] : documents[entity];
  const found = matchDocuments(withText(named, request.text), request.filters, request.sort);
  const { apply } = projection(request.include, request.exclude);
  const items = found.slice(request.start, request.start + request.size).map(apply);
  return writeAnswer(request, { items: JSON.stringify(items), total: found.length });
}

/**
 * What is not for shoppers is there by name, and none of its values are but those that products show: where variants are
 * chosen by it (T15).
 */
function withoutSecrets(attribute: Attribute, catalogue: LiveCatalogue): Attribute {
  if (attribute.is_visible || attribute.options.length === 0) return attribute;
  const shown = new Set<string>();
  for (const { choices } of catalogue.all())
    for (const value of [choices[attribute.attribute_code] ?? []].flat()) shown.add(String(value));
  return { ...attribute, options: attribute.options.filter(({ value }) => shown.has(value)) };
}

function withText(documents: readonly object[], text: string): readonly object[] {
  const wanted = text.toLowerCase();
  return wanted === '' ? documents : documents.filter((document) => nameOf(document).includes(wanted));
}

/** What a category, an attribute or a tax rule is called. */
function nameOf(document: object): string {
  const named = document as Partial<Record<'name' | 'frontend_label' | 'attribute_code' | 'code', string>>;
  return [named.name, named.frontend_label, named.attribute_code, named.code].join(' ').toLowerCase();
}

const suggestedFields = [
  'id',
  'sku',
  'name',
  'url_path',
  'image',
  'final_price_incl_tax',
  'original_price_incl_tax',
  'brand',
];

/** The first products a text finds, of those that are listed. */
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

function categoriesNamed(categories: readonly Category[], text: string) {
  const open = categories.filter(
    (category) => category.is_active && category.product_count > 0 && category.id > categoryRootId,
  );
  return namedCategories(open, text).map(({ id, name, url_path }) => ({ id, name, url_path }));
}
