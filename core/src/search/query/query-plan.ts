import { isFiller, type Token } from '../text/analysis.ts';
import { byUse, maxSpellings, spellings } from '../text/fuzzy.ts';
import { type Synonyms, synonymKey } from '../text/synonyms.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import type { Source } from './term-sources.ts';
import type { Meaning, SearchReferenceData, Trust } from './word-statistics.ts';

/** A word of the query with all its meanings. */
export interface Word<Form extends Meaning = Source> {
  token: Token;
  sources: Form[];
  /** Its share in the meaning of the query, 0 to 1; rare words have a higher share. */
  weight: number;
  /** Whether it matches only as a misspelling, or not at all. */
  doubtful: boolean;
  /** Whether products have a synonym of it: it is a word, so it is not misspelled. */
  hasSynonym: boolean;
}

/** Maximum number of words of a query that are considered. */
const maxQueryTerms = 16;

/**
 * A misspelling is assumed when a word is unknown, and also when a similar word is this many times as
 * frequent: one product called `bred` must not hide the bread.
 */
const farMoreFrequent = 10;

const asWritten = { factor: 1, certainty: 1 };
// A plural in a name means the product, a singular often a flavour. `banana` therefore matches `Bananas`
// even better, while `bananas` hardly matches `Banana Porridge`.
const plural = { factor: 1.2, certainty: 1 };
const inSingular = { factor: 0.8, certainty: 0.95 };
// A size alone says little: sugar of another size is closer than flour of this size.
const ofThisSize = { factor: 1, certainty: 0.7 };
const runTogether = { factor: 0.95, certainty: 1 };
const synonymous = { factor: 0.9, certainty: 0.95 };
const begun = { factor: 0.8, certainty: 0.9 };
const meantInstead = { factor: 0.9, certainty: 0.95 };
/** By the number of edits. */
const misspelled = { 1: { factor: 0.6, certainty: 0.75 }, 2: { factor: 0.3, certainty: 0.75 } };

/** Determines the meanings of each word of a query in this catalogue. */
export function plan<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  synonyms: Synonyms,
  queryTokens: readonly Token[],
): Word<Form>[] {
  const queryTerms = significantTokens(queryTokens).map(
    (token): Word<Form> => ({ token, sources: [], weight: 0, doubtful: false, hasSynonym: false }),
  );
  for (const word of queryTerms) addItself(referenceData, word);
  addSynonyms(referenceData, synonyms, queryTerms);
  addCompounds(referenceData, queryTerms);
  for (const word of queryTerms) addSplit(referenceData, synonyms, word);
  for (const [place, word] of queryTerms.entries())
    addBegun(referenceData, word, place === queryTerms.length - 1);
  for (const word of queryTerms) addMisspelled(referenceData, word);
  weigh(queryTerms, referenceData.size);
  return queryTerms;
}

/** Returns each word once, without stop words unless there is nothing else. */
function significantTokens(queryTokens: readonly Token[]): Token[] {
  const once = [...new Map(queryTokens.map((token) => [token.text, token])).values()];
  const significant = once.filter((token) => !isFiller(token.text));
  return (significant.length > 0 ? significant : once).slice(0, maxQueryTerms);
}

/** Returns the terms of a word as written, the exact word first. */
function termsOf(vocabulary: Vocabulary, token: Pick<Token, 'text' | 'kind'>): number[] {
  const known = vocabulary.inflections(token.text);
  return known.sort(
    (a, b) =>
      Number(vocabulary.text(b) === token.text) - Number(vocabulary.text(a) === token.text) ||
      byUse(vocabulary, a, b),
  );
}

function trustInflection({ text, kind }: Token, inflection: string): Trust {
  if (kind === 'size') return ofThisSize;
  if (text === inflection) return asWritten;
  return inflection.length > text.length ? plural : inSingular;
}

function addItself<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  { token, sources }: Word<Form>,
): void {
  const { vocabulary } = referenceData;
  for (const term of termsOf(vocabulary, token)) {
    sources.push(referenceData.term(term, trustInflection(token, vocabulary.text(term))));
  }
}

/** Adds the synonyms of an expression; a product with one of them matches every word of the expression. */
function addSynonyms<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  { alternatives, maxExpressionLength }: Synonyms,
  queryTerms: Word<Form>[],
): void {
  for (let from = 0; from < queryTerms.length; from++) {
    for (let to = from + 1; to <= Math.min(queryTerms.length, from + maxExpressionLength); to++) {
      const span = queryTerms.slice(from, to);
      for (const synonym of alternatives.get(synonymKey(span.map((word) => word.token.text))) ?? []) {
        const [word] = span;
        const before = word?.sources.length;
        addExpression(referenceData, span, synonym, synonymous);
        if (word && span.length === 1 && word.sources.length !== before) word.hasSynonym = true;
      }
    }
  }
}

/** `tooth paste` also matches `toothpaste`. */
function addCompounds<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  queryTerms: Word<Form>[],
): void {
  for (let from = 0; from + 1 < queryTerms.length; from++) {
    const span = queryTerms.slice(from, from + 2);
    if (span.every((word) => word.token.kind === 'word')) {
      addExpression(referenceData, span, [span.map((word) => word.token.text).join('')], runTogether);
    }
  }
}

/**
 * `peanutbutter` also matches `peanut butter`, when it is not a word of the catalogue. If its parts are no words
 * of the catalogue, their synonyms count: `pynappelsap` is pineapple juice.
 */
function addSplit<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  synonyms: Synonyms,
  word: Word<Form>,
): void {
  const { text, kind } = word.token;
  if (word.sources.length > 0 || kind === 'size') return;
  const { vocabulary } = referenceData;
  const parts = bestSplit(vocabulary, text) ?? splitBySynonyms(vocabulary, synonyms, text);
  if (parts) addExpression(referenceData, [word], parts, runTogether);
}

/** A shorter part is a part by accident: `ui` (onion) is in many words. */
const shortestPart = 3;

/** Splits a word into two words of the catalogue or synonyms of such words; the longest first word wins. */
function splitBySynonyms(
  vocabulary: Vocabulary,
  { alternatives }: Synonyms,
  text: string,
): [string, string] | undefined {
  const meaningOf = (part: string): string | undefined =>
    [
      part,
      ...(alternatives.get(synonymKey([part])) ?? []).flatMap((words) => (words.length === 1 ? words : [])),
    ]
      .filter((candidate) => vocabulary.inflections(candidate).length > 0)
      .at(0);
  for (let cut = text.length - shortestPart; cut >= shortestPart; cut--) {
    const [first, second] = [meaningOf(text.slice(0, cut)), meaningOf(text.slice(cut))];
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/** Splits a word into two words of the catalogue; the pair whose rarer word is the most frequent wins. */
function bestSplit(vocabulary: Vocabulary, text: string): [string, string] | undefined {
  let best: [string, string] | undefined;
  let bestCount = 0;
  for (let cut = 2; cut < text.length; cut++) {
    const parts: [string, string] = [text.slice(0, cut), text.slice(cut)];
    const rarer = Math.min(labelsOf(vocabulary, parts[0]), labelsOf(vocabulary, parts[1]));
    if (rarer > bestCount && (parts[1].length > 1 || /\d/.test(parts[1]))) [best, bestCount] = [parts, rarer];
  }
  return best;
}

function labelsOf(vocabulary: Vocabulary, text: string): number {
  const term = vocabulary.find(text);
  return term === undefined ? 0 : vocabulary.labelCount(term);
}

function addExpression<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  span: readonly Word<Form>[],
  expression: readonly string[],
  trust: Trust,
): void {
  const parts = expression.map((text) => termsOf(referenceData.vocabulary, { text, kind: 'word' }));
  if (parts.some((terms) => terms.length === 0)) return;
  const [first, ...rest] = parts;
  const sources =
    first && rest.length === 0
      ? first.map((term) => referenceData.term(term, trust))
      : [referenceData.expression(parts, trust)];
  for (const word of span) word.sources.push(...sources.filter((source) => source.products > 0));
}

/**
 * `choc` also matches `chocolate`. A word of the catalogue counts as complete, unless more products have
 * the longer one: `ham` does not mean `hamburger`. The last word may be incomplete, so two letters suffice.
 */
function addBegun<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  { token, sources }: Word<Form>,
  isLast: boolean,
): void {
  if (token.kind === 'size' || token.text.length < (isLast ? 2 : 3) || /^\d+$/.test(token.text)) return;
  const { vocabulary } = referenceData;
  const known = new Set(vocabulary.inflections(token.text));
  const minProducts = Math.max(1, productsOf(sources));
  const longer = vocabulary
    .neighbours(token.text)
    .filter(
      (term) =>
        vocabulary.productCount(term) >= minProducts &&
        !known.has(term) &&
        vocabulary.text(term).startsWith(token.text),
    );
  for (const term of withInflections(vocabulary, topByUse(vocabulary, longer))) {
    sources.push(referenceData.term(term, begun));
  }
}

/**
 * Adds plural and singular of each word: `tomatoe` is a prefix of `tomatoes` and therefore also means
 * `tomato`.
 */
function withInflections(vocabulary: Vocabulary, terms: readonly number[]): number[] {
  return [...new Set(terms.flatMap((term) => [term, ...vocabulary.inflections(vocabulary.text(term))]))];
}

function topByUse(vocabulary: Vocabulary, terms: number[]): number[] {
  return terms.sort((a, b) => byUse(vocabulary, a, b)).slice(0, maxSpellings);
}

/** Adds words with a similar spelling: one edit before two, and frequent words before rare ones. */
function addMisspelled<Form extends Meaning>(
  referenceData: SearchReferenceData<Form>,
  word: Word<Form>,
): void {
  if (word.token.kind === 'size' || word.hasSynonym) return;
  word.doubtful = word.sources.length === 0;
  const { vocabulary } = referenceData;
  const known = new Set(vocabulary.inflections(word.token.text));
  const candidates = spellings(vocabulary, word.token.text).filter(({ term }) => !known.has(term));
  const maxProducts = Math.max(1, ...candidates.map(({ term }) => vocabulary.productCount(term)));
  let minProducts = farMoreFrequent * productsOf(word.sources);
  for (const edits of [1, 2] as const) {
    const near = candidates.filter(
      (spelling) => spelling.edits === edits && vocabulary.productCount(spelling.term) >= minProducts,
    );
    const { factor, certainty } = !word.doubtful && edits === 1 ? meantInstead : misspelled[edits];
    for (const term of withInflections(
      vocabulary,
      near.map((spelling) => spelling.term),
    )) {
      const usual = Math.log1p(vocabulary.productCount(term)) / Math.log1p(maxProducts);
      word.sources.push(
        referenceData.term(term, { factor: factor * (0.5 + 0.5 * Math.min(1, usual)), certainty }),
      );
    }
    minProducts = Math.max(
      minProducts,
      ...near.map(({ term }) => farMoreFrequent * vocabulary.productCount(term)),
    );
  }
}

function productsOf(sources: readonly Meaning[]): number {
  return sources.reduce((sum, source) => sum + source.products, 0);
}

/** Sets the weight of each word: the fewer products it matches, the higher. */
function weigh(queryTerms: Word<Meaning>[], products: number): void {
  const rarities = queryTerms.map((word) => ({ word, rarity: rarityOf(word, products) }));
  const sum = rarities.reduce((total, { rarity }) => total + rarity, 0);
  for (const { word, rarity } of rarities) word.weight = sum > 0 ? rarity / sum : 1;
}

function rarityOf({ token, sources }: Word<Meaning>, products: number): number {
  const inverseFrequency = Math.log1p(products / Math.max(1, productsOf(sources)));
  return token.kind === 'size' ? inverseFrequency / 2 : inverseFrequency;
}
