import type { Category } from '@fynbos/core/catalogue/entities.ts';
import { defaultFilters, listingSorts } from '@fynbos/core/catalogue/listing.ts';
import { categoryRootId, defaultStoreView, largestPage, pageSize } from '@fynbos/core/shop.ts';
import { cardFields } from '../storefront/app/catalogue/card-fields.ts';
import { find } from './ask-once.ts';
import { numbers, pick } from './generated.ts';
import type { Ask } from './load.ts';

/** A kind of question to measure. */
export interface Scenario {
  name: string;
  /** The questions, by number. */
  ask: (at: number) => Ask;
  /** After how many they begin again; none of them is ever repeated when this is missing. */
  distinct?: number;
  /** The least share of the floor, and of requests a second. */
  aim: { share?: number; perSecond?: number };
}

/** What others reach on two cores with 2,000 products, requests a second: the better of Vendure 3.7 and Medusa 2.21. */
const others = { list: 275, search: 367 };
const list = { share: 1 / 3, perSecond: others.list * 50 };
const search = { perSecond: others.search * 10 };
const part = { share: 1 / 4 };
const mostPages = 200;
const mostTexts = 200;
/** Nobody looks at the eleventh page of a list. */
const deepestPage = 10;

/** What is asked of a shop: its own list pages, words from its products' names, its products. */
export async function scenarios(port: number): Promise<Scenario[]> {
  const pages = await listPages(port);
  const products = await productsOf(port);
  const skus = products.map((product) => product.sku);
  const words = textsFrom(products.map((product) => product.name));
  const page = (at: number) => pages[at % pages.length]!;
  const word = (at: number) => words[at % words.length]!;
  const sku = (at: number) => skus[at % skus.length]!;
  return [
    {
      name: `list of 50 with facets, ${pages.length} questions in rotation`,
      ask: (at) => listAsk(page(at)),
      distinct: pages.length,
      aim: list,
    },
    {
      name: 'the same, no question ever repeated',
      ask: (at) => listAsk(page(at), at),
      aim: { perSecond: others.list },
    },
    {
      name: `search with facets, ${words.length} texts in rotation`,
      ask: (at) => searchAsk(word(at)),
      distinct: words.length,
      aim: search,
    },
    {
      name: 'the same, no question ever repeated',
      ask: (at) => searchAsk(word(at), at),
      aim: { perSecond: others.search },
    },
    {
      name: 'product detail by sku, all fields',
      ask: (at) => detailAsk(sku(at)),
      distinct: skus.length,
      aim: part,
    },
    { name: 'stock check', ask: (at) => stockAsk(sku(at)), distinct: skus.length, aim: part },
  ];
}

interface Page {
  categories: readonly number[];
  sort: string;
  page: number;
}

/** The first full pages of 50 in every sort: of the whole shop, and of its departments with all below them. */
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
    for (let page = 0; page < Math.min(deepestPage, Math.floor(total / pageSize)); page++) {
      for (const sort of Object.keys(listingSorts)) pages.push({ categories, sort, page });
    }
  }
  return mixed(pages).slice(0, mostPages);
}

async function productsOf(port: number) {
  const body = {
    filters: { visibility: { in: [2, 3, 4] } },
    includeFields: ['sku', 'name'],
    size: largestPage,
  };
  return (await find<{ sku: string; name: string }>(port, 'product', body)).items;
}

/** Two words of a name, as a shopper might type them; every third text with a typing error. */
function textsFrom(names: readonly string[]): string[] {
  const random = numbers(11);
  const texts = new Set<string>();
  for (let tries = 0; texts.size < mostTexts && tries < 20 * mostTexts; tries++) {
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

/** Two neighbouring letters change places, behind the first two, which a search holds fixed. */
function mistyped(word: string, random: () => number): string {
  const at = 2 + Math.floor(random() * (word.length - 3));
  return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
}

/** In no order, but the same every time. */
function mixed<Thing>(things: readonly Thing[], random = numbers(3)): Thing[] {
  const places = things.map((thing) => ({ thing, at: random() }));
  return places.sort((a, b) => a.at - b.at).map(({ thing }) => thing);
}

const searchPath = `/api/catalog/${defaultStoreView.index}/product/_search`;

/** A list as the storefront asks for it: 50 products, the fields of a card, all facets. */
function listAsk({ categories, sort, page }: Page, least?: number): Ask {
  const { field, direction } = listingSorts[sort]!;
  return productAsk({
    _appliedFilters: [...listed([2, 3, 4]), applied('category_ids', { in: categories }), ...atLeast(least)],
    _appliedSort: [{ field, options: direction }],
    start: page * pageSize,
  });
}

/** A search page: the same with words in place of a category, in order of relevance. */
function searchAsk(text: string, least?: number): Ask {
  return productAsk({
    _searchText: text,
    _appliedFilters: [...listed([3, 4]), ...atLeast(least)],
    _appliedSort: [],
  });
}

function productAsk(body: object): Ask {
  const shown = { _availableFilters: facets, includeFields: cardFields, size: pageSize };
  return { method: 'POST', path: searchPath, body: JSON.stringify({ ...shown, ...body }) };
}

/** One product with everything the shop knows of it. */
function detailAsk(sku: string): Ask {
  return {
    method: 'POST',
    path: searchPath,
    body: JSON.stringify({ filters: { sku: { eq: sku } }, size: 1 }),
  };
}

function stockAsk(sku: string): Ask {
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

/** A lowest price of a millionth of a cent more each time: a question never asked before, with the same answer. */
const atLeast = (millionths: number | undefined) =>
  millionths === undefined ? [] : [applied('price', { gte: millionths / 100_000_000 })];
