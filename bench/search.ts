import { readFileSync } from 'node:fs';
import type { EngineQuery, SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '../core/src/search/in-process.ts';
import { readSynonyms } from '../core/src/search/synonyms.ts';
import type { Bench, Figure } from './figure.ts';
import { memoryInUse } from './memory-in-use.ts';
import { documentsOf, hasRealNames, readNames, toDocument } from './search-catalogue.ts';
import { questionsOver } from './search-questions.ts';
import { spread, timeEach } from './timing.ts';

const sizes = [5_000, 50_000, 200_000];
const aims: Record<number, string> = { 50000: 'p99 < 10 ms' };
const synonyms = readSynonyms(readFileSync(new URL('../catalogue/synonyms.txt', import.meta.url), 'utf8'));

/** How long a search takes in this process, and what the index costs, at three sizes of shop. */
export async function run(): Promise<Bench> {
  const names = await readNames(Math.max(...sizes));
  const rows: Figure[] = [];
  for (const size of sizes) rows.push(...(await measure(names.slice(0, size))));
  const of = hasRealNames
    ? 'real names (Open Food Facts)'
    : 'made-up names, for ../shared/data/load is not here';
  return { title: `Search in process: two words with one typo, two filters, 8 facets; ${of}`, rows };
}

async function measure(names: readonly string[]): Promise<Figure[]> {
  const count = names.length.toLocaleString('en');
  const engine = inProcessEngine({ synonyms });
  const built = await build(engine, names);
  const questions = questionsOver(names);
  await time(engine, questions.slice(0, 200));
  const took = await time(engine, questions);
  const lists = await time(
    engine,
    questions.slice(0, 300).map((question) => ({ ...question, text: '' })),
  );
  const suggested = await timeSuggest(engine, questions);
  const updated = await timeUpdate(engine, names);
  return [
    { what: `${count} products: search`, ours: spread(took), aim: aims[names.length] ?? '' },
    { what: `${count} products: list with the same filters and facets`, ours: spread(lists), aim: '' },
    { what: `${count} products: suggest`, ours: spread(suggested), aim: '' },
    { what: `${count} products: update of one`, ours: spread(updated), aim: '' },
    { what: `${count} products: build`, ours: built.time, aim: names.length === 50_000 ? '< 1 s' : '' },
    {
      what: `${count} products: memory`,
      ours: built.memory,
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

async function time(engine: SearchEngine, questions: readonly EngineQuery[]): Promise<number[]> {
  return timeEach(questions, (question) => engine.search(question));
}

/** What is suggested after the first word and three letters of the second. */
async function timeSuggest(engine: SearchEngine, questions: readonly EngineQuery[]): Promise<number[]> {
  const texts = questions.map(({ text }) => text.slice(0, text.indexOf(' ') + 4));
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
