import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Question, SearchDocument, SearchEngine } from '@fynbos/core/search/engine.ts';
import { inProcessEngine } from '../core/src/search/in-process.ts';
import { readSynonyms } from '../core/src/search/synonyms.ts';
import type { Bench, Figure } from './figure.ts';
import { facetFields, hasRealNames, randomFrom, readNames, toDocument } from './search-catalogue.ts';

// The collector can be called without starting Node in a special way.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const sizes = [5_000, 50_000, 200_000];
const searches = 1_000;
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
  const before = memory();
  const start = performance.now();
  await engine.replaceAll(documents(names));
  const time = `${((performance.now() - start) / 1000).toFixed(2)} s`;
  return { time, memory: `${((memory() - before) / 2 ** 20).toFixed(0)} MB` };
}

function* documents(names: readonly string[]): Iterable<SearchDocument> {
  for (const [id, name] of names.entries()) yield toDocument(name, id);
}

function memory(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Two words of some product's name, one of them mistyped, two filters, all facets and the price ranges. */
function questionsOver(names: readonly string[]): Question[] {
  const chance = randomFrom(7);
  const questions: Question[] = [];
  while (questions.length < searches) {
    const words = names[Math.floor(chance() * names.length)]!.split(/[^\p{L}]+/u).filter(
      (word) => word.length > 3,
    );
    if (words.length < 2) continue;
    const at = Math.floor(chance() * (words.length - 1));
    questions.push(questionOf(`${words[at]} ${mistyped(words[at + 1]!, chance)}`, chance));
  }
  return questions;
}

/** One letter after the second is left out, doubled, or changes places with the next. */
function mistyped(word: string, chance: () => number): string {
  const at = 2 + Math.floor(chance() * (word.length - 3));
  const [before, letter, next, rest] = [word.slice(0, at), word[at]!, word[at + 1] ?? '', word.slice(at + 2)];
  const ways = [before + next + rest, before + letter + letter + next + rest, before + next + letter + rest];
  return ways[Math.floor(chance() * ways.length)]!;
}

function questionOf(text: string, chance: () => number): Question {
  const colours = [Math.floor(chance() * 4), Math.floor(chance() * 4)];
  return {
    text,
    filters: [
      { field: 'visibility', scope: 'default', any: false, condition: { is: 'in', values: [2, 3, 4] } },
      { field: 'colour', scope: 'catalog', any: false, condition: { is: 'in', values: colours } },
    ],
    sort: chance() < 0.2 ? [{ field: 'final_price_incl_tax', direction: 'asc' }] : [],
    start: 0,
    size: 50,
    facets: facetFields,
    ranges: [{ field: 'final_price_incl_tax', ranges: priceRanges }],
  };
}

const priceRanges = [
  { from: 0, to: 250 },
  { from: 250, to: 1000 },
  { from: 1000, to: 2500 },
  { from: 2500, to: 10_000 },
  { from: 10_000, to: null },
];

async function time(engine: SearchEngine, questions: readonly Question[]): Promise<number[]> {
  return timeEach(questions, (question) => engine.search(question));
}

/** What is suggested after the first word and three letters of the second. */
async function timeSuggest(engine: SearchEngine, questions: readonly Question[]): Promise<number[]> {
  const texts = questions.map(({ text }) => text.slice(0, text.indexOf(' ') + 4));
  return timeEach(texts, (text) => engine.suggest(text, 10));
}

async function timeUpdate(engine: SearchEngine, names: readonly string[]): Promise<number[]> {
  const changed = Array.from({ length: 300 }, (_, at) => toDocument(names[at * 7]!, at * 7));
  return timeEach(changed, (document) => engine.update([document], []));
}

async function timeEach<Input>(
  inputs: readonly Input[],
  act: (input: Input) => Promise<unknown>,
): Promise<number[]> {
  const took: number[] = [];
  for (const input of inputs) {
    const start = performance.now();
    await act(input);
    took.push(performance.now() - start);
  }
  return took;
}

function spread(took: readonly number[]): string {
  const sorted = [...took].sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!.toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

if (import.meta.main) {
  const { title, rows } = await run();
  console.log(title);
  console.table(rows);
}
