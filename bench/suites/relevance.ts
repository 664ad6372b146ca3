import { existsSync, readFileSync } from 'node:fs';
import { openSearchClient } from '@fynbos/api/search/opensearch/index/opensearch-client.ts';
import { openSearchEngine } from '@fynbos/api/search/opensearch/opensearch-engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import type { SearchDocument, SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { startOpenSearch } from '@fynbos/test-kit/search/opensearch-server.ts';
import MiniSearch from 'minisearch';
import { fetchOpenSearch } from '../engines/fetch-opensearch.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { type Grocery, gradeOf, ndcgAt10 } from '../relevance/grade.ts';
import { holdOut } from '../relevance/hold-out.ts';
import { type Judgement, judgements } from '../relevance/judgements.ts';

const source = new URL('../../../shared/data/za_grocery/products.jsonl', import.meta.url);
const synonyms = readSynonyms(readFileSync(new URL('../../catalogue/synonyms.txt', import.meta.url), 'utf8'));

/** Searches products and returns their positions in the list, best first. */
type Finder = (query: string) => Promise<number[]>;

/** Ranking quality over the judged queries, compared with MiniSearch. */
export async function run(): Promise<Bench> {
  const title = `NDCG@10 of ${judgements.length} judged queries over za_grocery`;
  if (!existsSync(source)) return { title, rows: [{ label: 'za_grocery', result: 'not here', aim: '0.90' }] };
  const products = readProducts();
  const opensearch = await openSearchRows(products);
  const [engine, exactly, fuzzily] = [
    await fynbos(products),
    miniSearch(products, 0),
    miniSearch(products, 0.2),
  ];
  const fynbosScores = await scores(engine, products, judgements);
  const exact = await scores(exactly, products, judgements);
  const fuzzy = await scores(fuzzily, products, judgements);
  const unmet = await scores(engine, products, holdOut);
  const unmetFuzzy = await scores(fuzzily, products, holdOut);
  return {
    title,
    rows: [
      {
        label: 'Fynbos',
        result: shown(mean(fynbosScores)),
        aim: '≥ 0.90',
        note: `${products.length} products`,
      },
      ...opensearch,
      {
        label: 'MiniSearch',
        result: shown(mean(exact)),
        aim: '',
        note: 'prefix, same boosts, without fuzziness',
      },
      {
        label: 'MiniSearch fuzzy',
        result: shown(mean(fuzzy)),
        aim: '',
        note: 'prefix, same boosts, fuzziness 0.2',
      },
      {
        label: `Fynbos, ${unmet.size} queries judged after the ranking was finished`,
        result: shown(mean(unmet)),
        aim: '',
        note: `MiniSearch fuzzy ${shown(mean(unmetFuzzy))}`,
      },
      ...kinds().map((kind) => ({
        label: `Fynbos: ${kind}`,
        result: shown(mean(ofKind(fynbosScores, kind))),
        aim: '',
        note: `MiniSearch fuzzy ${shown(mean(ofKind(fuzzy, kind)))}, ${ofKind(fynbosScores, kind).size} queries`,
      })),
    ],
  };
}

/** The same queries on OpenSearch, when it is available. */
async function openSearchRows(products: readonly Grocery[]): Promise<Measurement[]> {
  const label = 'Fynbos on OpenSearch';
  const aim = 'at most 0.02 below the line above';
  const missing = await fetchOpenSearch();
  if (missing) return [{ label, result: 'not here', aim, note: missing }];
  const opensearch = await startOpenSearch({ memory: '1g', quick: false });
  try {
    const wire = openSearchClient(opensearch.url);
    const prefix = `bench${Date.now()}`;
    const engine = openSearchEngine({ wire, prefix, viewCode: '', synonyms, pause, searchMs: 60_000 });
    const find = await finderOf(engine, products);
    const judged = await scores(find, products, judgements);
    const unmet = await scores(find, products, holdOut);
    await wire.request('DELETE', `/${prefix}-*`);
    const note = `${shown(mean(unmet))} in the ${unmet.size} queries judged afterwards`;
    return [{ label, result: shown(mean(judged)), aim, note }];
  } finally {
    await opensearch.stop();
  }
}

const pause = () => new Promise(setImmediate);

type Scores = Map<Judgement, number>;

/** NDCG@10 of every query that has a relevant product in the range. */
async function scores(
  find: Finder,
  products: readonly Grocery[],
  queries: readonly Judgement[],
): Promise<Scores> {
  const results: Scores = new Map();
  for (const judgement of queries) {
    const grades = products.map((product) => gradeOf(judgement, product));
    if (!grades.some((grade) => grade > 0)) continue;
    const ranked = await find(judgement.query);
    results.set(
      judgement,
      ndcgAt10(
        ranked.slice(0, 10).map((place) => grades[place]!),
        grades,
      ),
    );
  }
  return results;
}

function readProducts(): Grocery[] {
  const lines = readFileSync(source, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Grocery);
}

function typeOf({ category_l1, category_l2 }: Grocery): string {
  return [category_l1, category_l2].filter(Boolean).join('\n');
}

/** Products seen on the last day are in stock. */
function toDocuments(products: readonly Grocery[]): SearchDocument[] {
  const lastDay = products
    .map(({ last_seen }) => last_seen)
    .sort()
    .at(-1);
  return products.map((product, id) => ({
    id,
    text: {
      name: product.name,
      brand: product.brand ?? '',
      type: typeOf(product),
      sku: product.sku,
      product_code: '',
      description: '',
    },
    skus: [product.sku],
    values: {},
    inStock: product.last_seen === lastDay,
  }));
}

function fynbos(products: readonly Grocery[]): Promise<Finder> {
  return finderOf(inProcessEngine({ synonyms }), products);
}

async function finderOf(engine: SearchEngine, products: readonly Grocery[]): Promise<Finder> {
  await engine.replaceAll(toDocuments(products));
  return async (text) => {
    const all = { filters: [], sort: [], start: 0, size: 10, facets: [], ranges: [] };
    return (await engine.search({ text, ...all })).ids;
  };
}

function miniSearch(products: readonly Grocery[], fuzzy: number): Finder {
  const index = new MiniSearch({
    fields: ['name', 'sku', 'brand', 'type'],
    searchOptions: { boost: { name: 4, sku: 2 }, fuzzy, prefix: true },
  });
  index.addAll(toDocuments(products).map(({ id, text }) => ({ id, ...text })));
  return async (text) => index.search(text).map(({ id }) => id as number);
}

function kinds(): Judgement['kind'][] {
  return [...new Set(judgements.map(({ kind }) => kind))];
}

function ofKind(all: Scores, kind: Judgement['kind']): Scores {
  return new Map([...all].filter(([judgement]) => judgement.kind === kind));
}

function mean(all: Scores): number {
  return [...all.values()].reduce((sum, score) => sum + score, 0) / all.size;
}

function shown(score: number): string {
  return score.toFixed(3);
}

if (import.meta.main) {
  const { title, rows } = await run();
  console.log(title);
  console.table(rows);
}
