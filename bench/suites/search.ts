import { readFileSync } from 'node:fs';
import { inProcessEngine } from '@fynbos/core/search/in-process/in-process-engine.ts';
import type { EngineQuery, SearchEngine } from '@fynbos/core/search/search-engine.ts';
import { readSynonyms } from '@fynbos/core/search/text/synonyms.ts';
import { documentsOf, hasRealNames, readNames, toDocument } from '../lib/catalogue/search-documents.ts';
import { queriesOver } from '../lib/catalogue/search-queries.ts';
import { memoryInUse } from '../lib/heap-usage.ts';
import type { Bench, Measurement } from '../lib/metric.ts';
import { spread, timeEach } from '../lib/timing.ts';

const sizes = [5_000, 50_000, 200_000];
const aims: Record<number, string> = { 50000: 'p99 < 10 ms' };
const synonyms = readSynonyms(readFileSync(new URL('../../catalogue/synonyms.txt', import.meta.url), 'utf8'));

/** Duration of a search in this process and the cost of the index, at three catalogue sizes. */
export async function run(): Promise<Bench> {
  const names = await readNames(Math.max(...sizes));
  const rows: Measurement[] = [];
  for (const size of sizes) rows.push(...(await measure(names.slice(0, size))));
  const of = hasRealNames ? 'real names (Open Food Facts)' : 'generated names';
  return { title: `In-process search: two words with one typo, two filters, 8 facets; ${of}`, rows };
}

async function measure(names: readonly string[]): Promise<Measurement[]> {
  const count = names.length.toLocaleString('en');
  const engine = inProcessEngine({ synonyms });
  const built = await build(engine, names);
  const queries = queriesOver(names);
  await time(engine, queries.slice(0, 200));
  const took = await time(engine, queries);
  const lists = await time(
    engine,
    queries.slice(0, 300).map((query) => ({ ...query, text: '' })),
  );
  const suggested = await timeSuggest(engine, queries);
  const updated = await timeUpdate(engine, names);
  return [
    { label: `${count} products: search`, result: spread(took), aim: aims[names.length] ?? '' },
    { label: `${count} products: list with the same filters and facets`, result: spread(lists), aim: '' },
    { label: `${count} products: suggest`, result: spread(suggested), aim: '' },
    { label: `${count} products: update of one`, result: spread(updated), aim: '' },
    { label: `${count} products: build`, result: built.time, aim: names.length === 50_000 ? '< 1 s' : '' },
    {
      label: `${count} products: memory`,
      result: built.memory,
      aim: '',
      note: 'heap and buffers, after collection',
    },
  ];
}

async function build(
  engine: SearchEngine,
  names: readonly string[],
): Promise<{ time: string; memory: string }> {
  const before = memoryInUse();
  const start = performance.now();
  await engine.replaceAll(documentsOf(names));
  const time = `${((performance.now() - start) / 1000).toFixed(2)} s`;
  return { time, memory: `${((memoryInUse() - before) / 2 ** 20).toFixed(0)} MB` };
}

async function time(engine: SearchEngine, queries: readonly EngineQuery[]): Promise<number[]> {
  return timeEach(queries, (query) => engine.search(query));
}

/** Times suggestions for the first word and three characters of the second. */
async function timeSuggest(engine: SearchEngine, queries: readonly EngineQuery[]): Promise<number[]> {
  const texts = queries.map(({ text }) => text.slice(0, text.indexOf(' ') + 4));
  return timeEach(texts, (text) => engine.suggest(text, 10));
}

async function timeUpdate(engine: SearchEngine, names: readonly string[]): Promise<number[]> {
  const changed = Array.from({ length: 300 }, (_, at) => toDocument(names[at * 7]!, at * 7));
  return timeEach(changed, (document) => engine.update([document], []));
}

if (import.meta.main) {
  const { title, rows } = await run();
  console.log(title);
  console.table(rows);
}
