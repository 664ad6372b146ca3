import { readFileSync } from 'node:fs';
import { openSearchEngine } from '@fynbos/api/search/opensearch/keeper.ts';
import { openWire, type Wire } from '@fynbos/api/search/opensearch/wire.ts';
import { startOpenSearch } from '@fynbos/api/testing/opensearch.ts';
import type { SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '../core/src/search/in-process.ts';
import { readSynonyms } from '../core/src/search/synonyms.ts';
import { fetchOpenSearch } from './engines/fetch-opensearch.ts';
import type { Bench, Figure } from './figure.ts';
import { processTree } from './memory.ts';
import { memoryInUse } from './memory-in-use.ts';
import { documentsOf, hasRealNames, readNames, toDocument } from './search-catalogue.ts';
import { questionsOver } from './search-questions.ts';
import { spread, timeEach } from './timing.ts';

const synonyms = readSynonyms(readFileSync(new URL('../catalogue/synonyms.txt', import.meta.url), 'utf8'));
const products = Number(process.env.BENCH_PRODUCTS ?? 500_000);
const pause = () => new Promise(setImmediate);

/** Both keepers of the search promise side by side: the same products, the same questions. */
export async function run(): Promise<Bench> {
  const names = await readNames(products);
  const count = names.length.toLocaleString('en');
  const of = hasRealNames ? 'real names (Open Food Facts)' : 'made-up names';
  const title = `The engine in this process beside OpenSearch: ${count} products, ${of}`;
  const here = await measure(inProcessEngine({ synonyms, pause }), names);
  const there = await measureOpenSearch(names);
  if (typeof there === 'string')
    return { title, rows: [{ what: 'OpenSearch', ours: 'not here', aim: '', note: there }] };
  return { title, rows: rowsOf(here, there) };
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

function rowsOf(here: Measured, there: Measured): Figure[] {
  const row = (what: string, key: keyof Measured): Figure => ({
    what,
    ours: there[key],
    aim: '',
    note: `in this process ${here[key]}`,
  });
  return [
    row('indexed', 'built'),
    row('the same products again, as after a restart', 'again'),
    row('search: two words with one typo, two filters, 8 facets, never asked before', 'search'),
    row('the same searches again', 'later'),
    row('list with the same filters and facets', 'list'),
    row('suggest', 'suggest'),
    row('update of one, until it is found', 'update'),
    row('memory', 'memory'),
  ];
}

async function measureOpenSearch(names: readonly string[]): Promise<Measured | string> {
  const missing = await fetchOpenSearch();
  if (missing) return missing;
  const opensearch = await startOpenSearch({ memory: '2g', quick: false });
  try {
    const wire = openWire(opensearch.url);
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
  const [again] = await timeEach([documents], (all) => engine.replaceAll(all));
  const questions = questionsOver(names).slice(0, 600);
  const lists = questions.slice(0, 300).map((question) => ({ ...question, text: '' }));
  const texts = questions.map(({ text }) => text.slice(0, text.indexOf(' ') + 4));
  const changed = Array.from({ length: 100 }, (_, at) => toDocument(names[at * 7]!, at * 7 + 1));
  await timeEach(questions.slice(0, 100), (question) => engine.search(question));
  const asked = questions.slice(100);
  return {
    built: seconds(built!),
    again: seconds(again!),
    search: spread(await timeEach(asked, (question) => engine.search(question))),
    later: spread(await timeEach(asked, (question) => engine.search(question))),
    list: spread(await timeEach(lists, (question) => engine.search(question))),
    suggest: spread(await timeEach(texts, (text) => engine.suggest(text, 10))),
    update: spread(await timeEach(changed, (document) => engine.update([document], []))),
    memory,
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

function memoryOf(pid: number | undefined): string {
  const own = pid === undefined ? undefined : processTree(pid).find((one) => one.pid === pid);
  return own ? `${own.memory.toFixed(0)} MB, a heap of 2 GB included` : 'elsewhere';
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
