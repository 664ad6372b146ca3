import { readFileSync } from 'node:fs';
import { openSearchClient, type Wire } from '@fynbos/api/search/opensearch/index/opensearch-client.ts';
import { openSearchEngine } from '@fynbos/api/search/opensearch/opensearch-engine.ts';
import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import type { SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { startOpenSearch } from '@fynbos/test-kit/search/opensearch-server.ts';
import { fetchOpenSearch } from '../engines/fetch-opensearch.ts';
import { documentsOf, hasRealNames, readNames, toDocument } from '../lib/catalogue/search-documents.ts';
import { queriesOver } from '../lib/catalogue/search-queries.ts';
import { memoryInUse } from '../lib/heap-usage.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { processTree } from '../lib/process-memory.ts';
import { spread, timeEach } from '../lib/timing.ts';

const synonyms = readSynonyms(readFileSync(new URL('../../catalogue/synonyms.txt', import.meta.url), 'utf8'));
const products = Number(process.env.BENCH_PRODUCTS ?? 500_000);
const pause = () => new Promise(setImmediate);

/** Both search engines side by side: the same products, the same queries. */
export async function run(): Promise<Bench> {
  const names = await readNames(products);
  const count = names.length.toLocaleString('en');
  const of = hasRealNames ? 'real names (Open Food Facts)' : 'made-up names';
  const title = `OpenSearch beside the in-process engine: ${count} products, ${of}`;
  const inProcess = await measure(inProcessEngine({ synonyms, pause }), names);
  const openSearch = await measureOpenSearch(names);
  if (typeof openSearch === 'string')
    return { title, rows: [{ label: 'OpenSearch', result: 'not here', aim: '', note: openSearch }] };
  return { title, rows: rowsOf(inProcess, openSearch) };
}

interface Measured {
  built: string;
  again: string;
  search: string;
  later: string;
  list: string;
  suggest: string;
  update: string;
  memory: string;
}

function rowsOf(inProcess: Measured, openSearch: Measured): Measurement[] {
  const row = (label: string, key: keyof Measured): Measurement => ({
    label,
    result: openSearch[key],
    aim: '',
    note: `in process ${inProcess[key]}`,
  });
  return [
    row('indexed', 'built'),
    row('the same products again, as after a restart', 'again'),
    row('search: two words with one typo, two filters, 8 facets, first execution', 'search'),
    row('the same searches, second execution', 'later'),
    row('list with the same filters and facets', 'list'),
    row('suggest', 'suggest'),
    row('update of one product, until found', 'update'),
    row('memory', 'memory'),
  ];
}

async function measureOpenSearch(names: readonly string[]): Promise<Measured | string> {
  const missing = await fetchOpenSearch();
  if (missing) return missing;
  const opensearch = await startOpenSearch({ memory: '2g', quick: false });
  try {
    const wire = openSearchClient(opensearch.url);
    const prefix = `bench${Date.now()}`;
    const engine = openSearchEngine({ wire, prefix, viewCode: '', synonyms, pause, searchMs: 60_000 });
    const measured = await measure(engine, names);
    const memory = `${measured.memory}; OpenSearch ${memoryOf(opensearch.pid)}, ${await sizeOf(wire, prefix)} on disk`;
    await wire.request('DELETE', `/${prefix}-*`);
    return { ...measured, memory };
  } finally {
    await opensearch.stop();
  }
}

async function measure(engine: SearchEngine, names: readonly string[]): Promise<Measured> {
  const documents = documentsOf(names);
  const before = memoryInUse();
  const [built] = await timeEach([documents], (all) => engine.replaceAll(all));
  const memory = `${((memoryInUse() - before) / 2 ** 20).toFixed(0)} MB in the shop’s process`;
  const [reindexed] = await timeEach([documents], (all) => engine.replaceAll(all));
  const queries = queriesOver(names).slice(0, 600);
  const lists = queries.slice(0, 300).map((query) => ({ ...query, text: '' }));
  const texts = queries.map(({ text }) => text.slice(0, text.indexOf(' ') + 4));
  const changed = Array.from({ length: 100 }, (_, at) => toDocument(names[at * 7]!, at * 7 + 1));
  await timeEach(queries.slice(0, 100), (query) => engine.search(query));
  const timedQueries = queries.slice(100);
  return {
    built: seconds(built!),
    again: seconds(reindexed!),
    search: spread(await timeEach(timedQueries, (query) => engine.search(query))),
    later: spread(await timeEach(timedQueries, (query) => engine.search(query))),
    list: spread(await timeEach(lists, (query) => engine.search(query))),
    suggest: spread(await timeEach(texts, (text) => engine.suggest(text, 10))),
    update: spread(await timeEach(changed, (document) => engine.update([document], []))),
    memory,
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function memoryOf(pid: number | undefined): string {
  const engineProcess = pid === undefined ? undefined : processTree(pid).find((entry) => entry.pid === pid);
  return engineProcess ? `${engineProcess.memory.toFixed(0)} MB, including a heap of 2 GB` : 'elsewhere';
}

async function sizeOf(wire: Wire, prefix: string): Promise<string> {
  const { _all } = await wire.request<{ _all: { total: { store: { size_in_bytes: number } } } }>(
    'GET',
    `/${prefix}-*/_stats/store`,
  );
  return `${(_all.total.store.size_in_bytes / 2 ** 20).toFixed(0)} MB`;
}

if (import.meta.main) {
  const { title, rows } = await run();
  console.log(title);
  console.table(rows);
}
