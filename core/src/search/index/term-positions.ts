import { type SearchDocument, type SearchField, searchBoosts, searchFields } from '../search-engine.ts';
import { analyseText, type Token } from '../text/analysis.ts';
import { partsOf } from '../text/name-parts.ts';

/**
 * Describes where a term occurs in a document, in 16 bits: one bit per field, flags for head, start and
 * description, and the position in the name.
 */
export type Note = number;

const bitOf: Record<SearchField, number> = {
  name: 1 << 0,
  sku: 1 << 1,
  product_code: 1 << 2,
  description: 1 << 3,
  brand: 1 << 4,
  type: 1 << 5,
};
const nameBit = bitOf.name;
/** The word names the product: `milk` in `full cream milk`, not in `milk chocolate`. */
const headBit = 1 << 6;
const startBit = 1 << 7;
/**
 * The word only describes: `tomato` in `beans in tomato sauce`, `honey` in `honey flavoured cereal`. On the
 * head it means that another word makes it a different product: `milk` in `coconut milk`.
 */
const asideBit = 1 << 8;
const placeShift = 9;

/** Position of a term that is not in the name. */
export const nowhere = 127;

/** Fields that state the kind of product; the other fields only mention words. */
const labelBits = bitOf.name | bitOf.brand | bitOf.type;

function noteOf(flags: number, place: number): Note {
  return (place << placeShift) | flags;
}

export function placeOf(note: Note): number {
  return note >> placeShift;
}

/** Returns the flags of a note without its position. */
export function flagsOf(note: Note): number {
  return note & ((1 << placeShift) - 1);
}

export function isLabel(note: Note): boolean {
  return (note & labelBits) !== 0;
}

/** Returns the flags of a head whose qualifier is in the query too: `coconut milk` then counts in full. */
export function qualified(flags: number): number {
  return flags & headBit ? flags & ~asideBit : flags;
}

/** Whether the second of two terms directly follows the first in the name. */
export function follows(first: Note, second: Note): boolean {
  return placeOf(first) !== nowhere && placeOf(second) === placeOf(first) + 1;
}

/** Whether both terms are in the brand, or both in the type. */
export function shareLabel(first: Note, second: Note): boolean {
  return (first & second & labelBits & ~nameBit) !== 0;
}

/** Returns a note without its information about the name. */
export function outsideName(note: Note): Note {
  return noteOf(flagsOf(note) & ~(nameBit | headBit | startBit | asideBit), nowhere);
}

/**
 * Value of a match with these flags, 0 to 1: the sum of the boosts of its fields (spec commerce 9). A word of
 * the name has its full boost only when it is the head and starts the name.
 */
export const worth = Float64Array.from({ length: 1 << placeShift }, (_, flags) => {
  const boost = searchFields.reduce(
    (sum, field) => sum + (flags & bitOf[field] ? boostOf(field, flags) : 0),
    0,
  );
  return boost / Object.values(searchBoosts).reduce((sum, fieldBoost) => sum + fieldBoost);
});

function boostOf(field: SearchField, flags: number): number {
  // A description repeats the name of one product and not of another.
  if (field === 'description' && flags & nameBit) return 0;
  if (field !== 'name') return searchBoosts[field];
  if (flags & asideBit) return searchBoosts.name * (flags & headBit ? 0.5 : 0.4);
  return searchBoosts.name * (0.6 + (flags & headBit ? 0.3 : 0) + (flags & startBit ? 0.1 : 0));
}

/** Indexed text of a product: its terms with their notes, and the number of words in its name. */
export interface Analysed {
  terms: Map<string, { kind: Token['kind']; note: Note }>;
  nameLength: number;
}

export function analyse(document: SearchDocument): Analysed {
  const terms: Analysed['terms'] = new Map();
  const nameLength = noteName(terms, analyseText(document.text.name), analyseText(document.text.brand));
  for (const field of searchFields) {
    if (field === 'type')
      for (const label of document.text.type.split('\n')) noteType(terms, analyseText(label));
    else if (field !== 'name') noteField(terms, field, analyseText(document.text[field]));
  }
  return { terms, nameLength };
}

function noteField(terms: Analysed['terms'], field: SearchField, fieldTokens: Token[]): void {
  for (const token of fieldTokens) {
    addTerm(terms, token.text, token.kind, noteOf(bitOf[field], nowhere));
    for (const size of token.implied) addTerm(terms, size, 'size', noteOf(bitOf[field] | asideBit, nowhere));
  }
}

/**
 * Only the last word of a label, or one before an `and`, says more of a product than its name: the type `milk chocolate`
 * makes no chocolate a milk.
 */
function noteType(terms: Analysed['terms'], label: Token[]): void {
  const isHead = (at: number) => at === label.length - 1 || label[at + 1]?.text === 'and';
  const isNamed = ({ text }: Token) => (flagsOf(terms.get(text)?.note ?? 0) & nameBit) !== 0;
  noteField(
    terms,
    'type',
    label.filter((token, at) => isHead(at) || !isNamed(token)),
  );
}

function noteName(terms: Analysed['terms'], name: Token[], brand: Token[]): number {
  const { contentTokens, otherTokens, head, isOtherGood, asideFrom, asideTo } = partsOf(name);
  const afterBrand = startsWith(contentTokens, brand) ? brand.length : 0;
  noteField(terms, 'name', otherTokens);
  for (const [place, token] of contentTokens.entries()) {
    const isStart = place === 0 || place === afterBrand;
    const isAside =
      place >= asideFrom || (place >= afterBrand && place < asideTo) || (place === head && isOtherGood);
    const bits = (place === head ? headBit : 0) | (isStart ? startBit : 0) | (isAside ? asideBit : 0);
    addTerm(terms, token.text, 'word', noteOf(bitOf.name | bits, Math.min(place, nowhere - 1)));
  }
  return contentTokens.length;
}

function startsWith(contentTokens: readonly Token[], brand: readonly Token[]): boolean {
  return brand.length > 0 && brand.every((token, place) => contentTokens[place]?.text === token.text);
}

/** For a word that occurs twice in the name, the first position counts, with the flags of both. */
function addTerm(terms: Analysed['terms'], text: string, kind: Token['kind'], note: Note): void {
  const known = terms.get(text);
  if (!known) terms.set(text, { kind, note });
  else {
    const place = Math.min(placeOf(known.note), placeOf(note));
    known.note = noteOf(both(flagsOf(known.note), flagsOf(note)), place);
  }
}

/** A word is a description only when every occurrence in the name is one. */
function both(known: number, more: number): number {
  const merged = (known | more) & ~asideBit;
  const named = [known, more].filter((flags) => flags & nameBit);
  return named.length > 0 && named.every((flags) => flags & asideBit) ? merged | asideBit : merged;
}
