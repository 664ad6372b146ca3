import { isFiller, type Token } from './analysis.ts';
import { byUse, mostSpellings, spellings } from './fuzzy.ts';
import type { Ground, Meaning, Trust } from './ground.ts';
import type { Source } from './sources.ts';
import { type Synonyms, synonymKey } from './synonyms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A word of the query with everything it is taken to mean. */
export interface Word<Form extends Meaning = Source> {
  token: Token;
  sources: Form[];
  /** Its share in the meaning of the query, 0 to 1: rare words say more. */
  weight: number;
  /** Whether it is found only under the assumption that it is misspelled, or not at all. */
  doubtful: boolean;
}

/** As many words of a query as are looked at. */
const mostWords = 16;

/**
 * A misspelling is looked for when a word is unknown, and also when a word that is spelled nearly the
 * same is this many times as frequent: one product called `bred` must not hide the bread.
 */
const farMoreFrequent = 10;

const asWritten = { factor: 1, certainty: 1 };
// In the plural a name is about the thing, in the singular often about a flavour: who types `banana` also
// means `Bananas`, and even rather; who types `bananas` hardly means `Banana Porridge`.
const plural = { factor: 1.2, certainty: 1 };
const inSingular = { factor: 0.8, certainty: 0.95 };
// A size alone says little: sugar in another size is nearer than flour in this one.
const ofThisSize = { factor: 1, certainty: 0.7 };
const runTogether = { factor: 0.95, certainty: 1 };
const synonymous = { factor: 0.9, certainty: 0.95 };
const begun = { factor: 0.8, certainty: 0.9 };
const meantInstead = { factor: 0.9, certainty: 0.95 };
const misspelled = [
  { factor: 0.6, certainty: 0.75 },
  { factor: 0.3, certainty: 0.75 },
] as const;

/** Decides what each word of a query may mean in this shop. */
export function plan<Form extends Meaning>(
  ground: Ground<Form>,
  synonyms: Synonyms,
  found: readonly Token[],
): Word<Form>[] {
  const words = tellingWords(found).map(
    (token): Word<Form> => ({ token, sources: [], weight: 0, doubtful: false }),
  );
  for (const word of words) addItself(ground, word);
  addSynonyms(ground, synonyms, words);
  addCompounds(ground, words);
  for (const word of words) addSplit(ground, word);
  for (const [place, word] of words.entries()) addBegun(ground, word, place === words.length - 1);
  for (const word of words) addMisspelled(ground, word);
  weigh(words, ground.size);
  return words;
}

/** Each word once, and without the fillers unless there is nothing else. */
function tellingWords(found: readonly Token[]): Token[] {
  const once = [...new Map(found.map((token) => [token.text, token])).values()];
  const telling = once.filter((token) => !isFiller(token.text));
  return (telling.length > 0 ? telling : once).slice(0, mostWords);
}

/** The terms a word stands for as it is written, the very word first. */
function termsOf(vocabulary: Vocabulary, token: Pick<Token, 'text' | 'kind'>): number[] {
  const known = vocabulary.inflections(token.text);
  return known.sort(
    (a, b) =>
      Number(vocabulary.texts[b] === token.text) - Number(vocabulary.texts[a] === token.text) ||
      byUse(vocabulary, a, b),
  );
}

function trustInflection({ text, kind }: Token, found: string): Trust {
  if (kind === 'size') return ofThisSize;
  if (text === found) return asWritten;
  return found.length > text.length ? plural : inSingular;
}

function addItself<Form extends Meaning>(ground: Ground<Form>, { token, sources }: Word<Form>): void {
  const { vocabulary } = ground;
  for (const term of termsOf(vocabulary, token)) {
    sources.push(ground.term(term, trustInflection(token, vocabulary.texts[term]!)));
  }
}

/** An expression and its synonyms: whoever has one of them has every word of the expression. */
function addSynonyms<Form extends Meaning>(
  ground: Ground<Form>,
  { others, longest }: Synonyms,
  words: Word<Form>[],
): void {
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
      const span = words.slice(from, to);
      for (const other of others.get(synonymKey(span.map((word) => word.token.text))) ?? []) {
        addExpression(ground, span, other, synonymous);
      }
    }
  }
}

/** `tooth paste` is also looked for as `toothpaste`. */
function addCompounds<Form extends Meaning>(ground: Ground<Form>, words: Word<Form>[]): void {
  for (let from = 0; from + 1 < words.length; from++) {
    const span = words.slice(from, from + 2);
    if (span.every((word) => word.token.kind === 'word')) {
      addExpression(ground, span, [span.map((word) => word.token.text).join('')], runTogether);
    }
  }
}

/** `peanutbutter` is also looked for as `peanut butter`, when it is no word of the shop. */
function addSplit<Form extends Meaning>(ground: Ground<Form>, word: Word<Form>): void {
  if (word.sources.length > 0 || word.token.kind === 'size') return;
  const parts = bestSplit(ground.vocabulary, word.token.text);
  if (parts) addExpression(ground, [word], parts, runTogether);
}

/** The two words of the shop that a word consists of; the pair whose rarer word is the most frequent. */
function bestSplit(vocabulary: Vocabulary, text: string): [string, string] | undefined {
  let best: [string, string] | undefined;
  let most = 0;
  for (let cut = 2; cut < text.length; cut++) {
    const parts: [string, string] = [text.slice(0, cut), text.slice(cut)];
    const [first, second] = parts.map((part) => labelsOf(vocabulary, part));
    const rarer = Math.min(first!, second!);
    if (rarer > most && (parts[1].length > 1 || /\d/.test(parts[1]))) [best, most] = [parts, rarer];
  }
  return best;
}

function labelsOf(vocabulary: Vocabulary, text: string): number {
  const term = vocabulary.find(text);
  return term === undefined ? 0 : vocabulary.labels.at[term]!;
}

function addExpression<Form extends Meaning>(
  ground: Ground<Form>,
  span: readonly Word<Form>[],
  expression: readonly string[],
  trust: Trust,
): void {
  const parts = expression.map((text) => termsOf(ground.vocabulary, { text, kind: 'word' }));
  if (parts.some((terms) => terms.length === 0)) return;
  const [only] = parts;
  const sources =
    parts.length === 1 ? only!.map((term) => ground.term(term, trust)) : [ground.expression(parts, trust)];
  for (const word of span) word.sources.push(...sources.filter((source) => source.products > 0));
}

/**
 * `choc` is also looked for as `chocolate`. A word that products have is taken to be complete, unless
 * more of them have the longer one: `ham` does not mean `hamburger`. The last word may still be being
 * typed, so two letters of it are enough.
 */
function addBegun<Form extends Meaning>(
  ground: Ground<Form>,
  { token, sources }: Word<Form>,
  isLast: boolean,
): void {
  if (token.kind === 'size' || token.text.length < (isLast ? 2 : 3) || /^\d+$/.test(token.text)) return;
  const { vocabulary } = ground;
  const known = new Set(vocabulary.inflections(token.text));
  const least = Math.max(1, productsOf(sources));
  const longer = vocabulary
    .neighbours(token.text)
    .filter(
      (term) =>
        vocabulary.products.at[term]! >= least &&
        !known.has(term) &&
        vocabulary.texts[term]!.startsWith(token.text),
    );
  for (const term of withInflections(vocabulary, mostUsed(vocabulary, longer))) {
    sources.push(ground.term(term, begun));
  }
}

/** Each word with its plural and singular: `tomatoe` begins `tomatoes` and so means `tomato` too. */
function withInflections(vocabulary: Vocabulary, terms: readonly number[]): number[] {
  return [...new Set(terms.flatMap((term) => [term, ...vocabulary.inflections(vocabulary.texts[term]!)]))];
}

function mostUsed(vocabulary: Vocabulary, terms: number[]): number[] {
  return terms.sort((a, b) => byUse(vocabulary, a, b)).slice(0, mostSpellings);
}

/** What is spelled nearly alike: with one edit before with two, and the frequent before the rare. */
function addMisspelled<Form extends Meaning>(ground: Ground<Form>, word: Word<Form>): void {
  if (word.token.kind === 'size') return;
  word.doubtful = word.sources.length === 0;
  const { vocabulary } = ground;
  const known = new Set(vocabulary.inflections(word.token.text));
  const found = spellings(vocabulary, word.token.text).filter(({ term }) => !known.has(term));
  const mostFrequent = Math.max(1, ...found.map(({ term }) => vocabulary.products.at[term]!));
  let least = farMoreFrequent * productsOf(word.sources);
  for (const edits of [1, 2] as const) {
    const near = found.filter((one) => one.edits === edits && vocabulary.products.at[one.term]! >= least);
    const { factor, certainty } = !word.doubtful && edits === 1 ? meantInstead : misspelled[edits - 1]!;
    for (const term of withInflections(
      vocabulary,
      near.map((one) => one.term),
    )) {
      const usual = Math.log1p(vocabulary.products.at[term]!) / Math.log1p(mostFrequent);
      word.sources.push(ground.term(term, { factor: factor * (0.5 + 0.5 * Math.min(1, usual)), certainty }));
    }
    least = Math.max(least, ...near.map(({ term }) => farMoreFrequent * vocabulary.products.at[term]!));
  }
}

function productsOf(sources: readonly Meaning[]): number {
  return sources.reduce((sum, source) => sum + source.products, 0);
}

/** Gives each word its share: the fewer products it is about, the more it tells them apart. */
function weigh(words: Word<Meaning>[], products: number): void {
  const rarity = words.map(({ token, sources }) => {
    const telling = Math.log1p(products / Math.max(1, productsOf(sources)));
    return token.kind === 'size' ? telling / 2 : telling;
  });
  const sum = rarity.reduce((total, one) => total + one, 0);
  for (const [place, word] of words.entries()) word.weight = sum > 0 ? rarity[place]! / sum : 1;
}
