import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { defaultFilters, listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { categoryRootId, defaultStoreView, largestPage, pageSize } from '@fynbos/core/shop.ts';
import { cardFields } from '@fynbos/storefront/app/catalogue/state/product-card-fields.ts';
import { numbers, pick } from '../catalogue/generated-catalogue.ts';
import type { LoadRequest } from '../requests/load-generator.ts';
import { find } from './recorded-request.ts';

/** A kind of request to measure. */
export interface Scenario {
  name: string;
  /** The request with a given index. */
  requestAt: (at: number) => LoadRequest;
  /** Number of different requests. Without it no request is repeated. */
  distinct?: number;
  /** Minimum share of the floor, and minimum requests per second. */
  aim: { share?: number; perSecond?: number };
}

/**
 * Requests per second of other shops on two cores with 2,000 products: the better of Vendure 3.7 and Medusa
 * 2.21.
 */
const competitors = { list: 275, search: 367 };
const list = { share: 1 / 3, perSecond: competitors.list * 50 };
const search = { perSecond: competitors.search * 10 };
const part = { share: 1 / 4 };
const maxPages = 200;
const maxTexts = 200;
/** Shoppers do not open the eleventh page of a list. */
const maxPageCount = 10;

/** Requests derived from the shop's data: its list pages, texts from product names, its products. */
export async function scenarios(port: number): Promise<Scenario[]> {
  const pages = await listPages(port);
  const products = await productsOf(port);
  const skus = products.map((product) => product.sku);
  const texts = textsFrom(products.map((product) => product.name));
  const page = (at: number) => pages[at % pages.length]!;
  const word = (at: number) => texts[at % texts.length]!;
  const sku = (at: number) => skus[at % skus.length]!;
  return [
    {
      name: `list of 50 with facets, ${pages.length} queries in rotation`,
      requestAt: (at) => listRequest(page(at)),
      distinct: pages.length,
      aim: list,
    },
    {
      name: 'the same, every query new',
      requestAt: (at) => listRequest(page(at), at),
      aim: { perSecond: competitors.list },
    },
    {
      name: `search with facets, ${texts.length} texts in rotation`,
      requestAt: (at) => searchRequest(word(at)),
      distinct: texts.length,
      aim: search,
    },
    {
      name: 'the same, every query new',
      requestAt: (at) => searchRequest(word(at), at),
      aim: { perSecond: competitors.search },
    },
    {
      name: 'product detail by sku, all fields',
      requestAt: (at) => detailRequest(sku(at)),
      distinct: skus.length,
      aim: part,
    },
    { name: 'stock check', requestAt: (at) => stockRequest(sku(at)), distinct: skus.length, aim: part },
  ];
}

interface Page {
  categories: readonly number[];
  sort: string;
  page: number;
}

/** The first full pages of 50 in every sort order, for the whole shop and for each department. */
async function listPages(port: number): Promise<Page[]> {
  const { items } = await find<Category>(port, 'category', { size: largestPage });
  const departments = items.filter(
    ({ id, parent_id }) => parent_id === categoryRootId || id === categoryRootId,
  );
  const pages: Page[] = [];
  for (const { path } of departments) {
    const categories = items.filter((below) => `${below.path}/`.startsWith(`${path}/`)).map(({ id }) => id);
    const filters = { category_ids: { in: categories }, visibility: { in: [2, 3, 4] } };
    const { total } = await find(port, 'product', { filters, size: 1 });
    for (let page = 0; page < Math.min(maxPageCount, Math.floor(total / pageSize)); page++) {
      for (const sort of Object.keys(listingSorts)) pages.push({ categories, sort, page });
    }
  }
  return mixed(pages).slice(0, maxPages);
}

async function productsOf(port: number) {
  const body = {
    filters: { visibility: { in: [2, 3, 4] } },
    includeFields: ['sku', 'name'],
    size: largestPage,
  };
  return (await find<{ sku: string; name: string }>(port, 'product', body)).items;
}

/** Two words of a name, as a shopper might type them; every third text has a typo. */
function textsFrom(names: readonly string[]): string[] {
  const random = numbers(11);
  const texts = new Set<string>();
  for (let attempts = 0; texts.size < maxTexts && attempts < 20 * maxTexts; attempts++) {
    const [first, second] = mixed(
      pick(names, random)
        .toLowerCase()
        .match(/\p{L}{4,}/gu) ?? [],
      random,
    );
    if (second)
      texts.add(texts.size % 3 === 0 ? `${first} ${mistyped(second, random)}` : `${first} ${second}`);
  }
  return [...texts];
}

/** Swaps two adjacent characters after the first two, which the search does not correct. */
function mistyped(word: string, random: () => number): string {
  const at = 2 + Math.floor(random() * (word.length - 3));
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

/** Shuffles with a fixed seed. */
function mixed<Entry>(entries: readonly Entry[], random = numbers(3)): Entry[] {
  const places = entries.map((entry) => ({ entry, at: random() }));
  return places.sort((a, b) => a.at - b.at).map(({ entry }) => entry);
}

const searchPath = `/api/catalog/${defaultStoreView.index}/product/_search`;

/** A list request of the storefront: 50 products, the fields of a card, all facets. */
function listRequest({ categories, sort, page }: Page, minMillionths?: number): LoadRequest {
  const { field, direction } = listingSorts[sort]!;
  return productRequest({
    _appliedFilters: [
      ...listed([2, 3, 4]),
      applied('category_ids', { in: categories }),
      ...minPriceFilter(minMillionths),
    ],
    _appliedSort: [{ field, options: direction }],
    start: page * pageSize,
  });
}

/** A search page: a text instead of a category, sorted by relevance. */
function searchRequest(text: string, minMillionths?: number): LoadRequest {
  return productRequest({
    _searchText: text,
    _appliedFilters: [...listed([3, 4]), ...minPriceFilter(minMillionths)],
    _appliedSort: [],
  });
}

function productRequest(body: object): LoadRequest {
  const shown = { _availableFilters: facets, includeFields: cardFields, size: pageSize };
  return { method: 'POST', path: searchPath, body: JSON.stringify({ ...shown, ...body }) };
}

/** One product with all its fields. */
function detailRequest(sku: string): LoadRequest {
  return {
    method: 'POST',
    path: searchPath,
    body: JSON.stringify({ filters: { sku: { eq: sku } }, size: 1 }),
  };
}

function stockRequest(sku: string): LoadRequest {
  return { method: 'GET', path: `/api/stock/check?sku=${encodeURIComponent(sku)}` };
}

const facets = defaultFilters.map((field) => ({ field, scope: 'catalog' }));

function applied(attribute: string, value: unknown) {
  return { attribute, value, scope: 'default' };
}

const listed = (visible: number[]) => [
  applied('visibility', { in: visible }),
  applied('status', { in: [0, 1] }),
];

/**
 * A minimum price that grows by a millionth of a cent each time. It makes the query new without changing
 * its result.
 */
const minPriceFilter = (millionths: number | undefined) =>
  millionths === undefined ? [] : [applied('price', { gte: millionths / 100_000_000 })];
