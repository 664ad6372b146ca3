import { type Token, tokens } from './analysis.ts';
import { type SearchDocument, type SearchField, searchBoosts } from './engine.ts';
import { partsOf } from './name-parts.ts';

/**
 * Where a term stands in a document, in 16 bits: a bit for each field; whether it ends or begins the
 * name or is said aside; and its place in the name.
 */
export type Note = number;

const fields = Object.keys(searchBoosts) as SearchField[];
const bitOf = Object.fromEntries(fields.map((field, bit) => [field, 1 << bit])) as Record<
  SearchField,
  number
>;
const nameBit = bitOf.name;
/** The word is what the name calls the product: `milk` in `full cream milk`, not in `milk chocolate`. */
const headBit = 1 << 6;
const startBit = 1 << 7;
/**
 * The word only describes: `tomato` in `beans in tomato sauce`, `honey` in `honey flavoured cereal`. Of the
 * head it says that another word makes another good of it: `milk` in `coconut milk`.
 */
const asideBit = 1 << 8;
const placeShift = 9;

/** The place of a term that is not in the name. */
export const nowhere = 127;

/** Fields that say what a product is; the words of the others only mention. */
const labelBits = bitOf.name | bitOf.brand | bitOf.type;

export function placeOf(note: Note): number {
  return note >> placeShift;
}

/** The note without its place. */
export function markOf(note: Note): number {
  return note & ((1 << placeShift) - 1);
}

export function isLabel(note: Note): boolean {
  return (note & labelBits) !== 0;
}

/** The mark of a head whose qualifier was asked for too: who types `coconut milk` gets it in full. */
export function qualified(mark: number): number {
  return mark & headBit ? mark & ~asideBit : mark;
}

/** Whether the second of two terms comes right after the first in the name. */
export function follows(first: Note, second: Note): boolean {
  return placeOf(first) !== nowhere && placeOf(second) === placeOf(first) + 1;
}

/** Whether both terms are in the brand, or both in the type. */
export function shareLabel(first: Note, second: Note): boolean {
  return (first & second & labelBits & ~nameBit) !== 0;
}

/** A note without what it says about the name. */
export function outsideName(note: Note): Note {
  return (nowhere << placeShift) | (markOf(note) & ~(nameBit | headBit | startBit | asideBit));
}

/**
 * What a match with this mark is worth, 0 to 1: the boosts of the fields added up (commerce 9), where
 * a word of the name counts in full only when it is what the name calls the product and begins it.
 */
export const worth = Float64Array.from({ length: 1 << placeShift }, (_, mark) => {
  const boost = fields.reduce((sum, field) => sum + (mark & bitOf[field] ? boostOf(field, mark) : 0), 0);
  return boost / Object.values(searchBoosts).reduce((sum, one) => sum + one);
});

function boostOf(field: SearchField, mark: number): number {
  if (field !== 'name') return searchBoosts[field];
  if (mark & asideBit) return searchBoosts.name * (mark & headBit ? 0.5 : 0.4);
  return searchBoosts.name * (0.6 + (mark & headBit ? 0.3 : 0) + (mark & startBit ? 0.1 : 0));
}

/** What the index keeps of a product's text: its terms with their notes, and how many words its name has. */
export interface Analysed {
  terms: Map<string, { kind: Token['kind']; note: Note }>;
  nameLength: number;
}

export function analyse(document: SearchDocument): Analysed {
  const terms: Analysed['terms'] = new Map();
  const nameLength = noteName(terms, tokens(document.text.name), tokens(document.text.brand));
  for (const field of fields) {
    if (field !== 'name') noteField(terms, field, tokens(document.text[field]));
  }
  return { terms, nameLength };
}

function noteField(terms: Analysed['terms'], field: SearchField, found: Token[]): void {
  for (const token of found) {
    note(terms, token.text, token.kind, bitOf[field], nowhere);
    for (const size of token.implied) note(terms, size, 'size', bitOf[field] | asideBit, nowhere);
  }
}

function noteName(terms: Analysed['terms'], name: Token[], brand: Token[]): number {
  const { words, others, head, isOtherGood, asideFrom, asideTo } = partsOf(name);
  const afterBrand = startsWith(words, brand) ? brand.length : 0;
  noteField(terms, 'name', others);
  for (const [place, token] of words.entries()) {
    const isStart = place === 0 || place === afterBrand;
    const isAside =
      place >= asideFrom || (place >= afterBrand && place < asideTo) || (place === head && isOtherGood);
    const bits = (place === head ? headBit : 0) | (isStart ? startBit : 0) | (isAside ? asideBit : 0);
    note(terms, token.text, 'word', bitOf.name | bits, Math.min(place, nowhere - 1));
  }
  return words.length;
}

function startsWith(words: readonly Token[], brand: readonly Token[]): boolean {
  return brand.length > 0 && brand.every((token, place) => words[place]?.text === token.text);
}

/** The first place in the name counts when a word stands there twice, and whichever end it touches. */
function note(
  terms: Analysed['terms'],
  text: string,
  kind: Token['kind'],
  bits: number,
  place: number,
): void {
  const known = terms.get(text);
  if (!known) terms.set(text, { kind, note: (place << placeShift) | bits });
  else known.note = (Math.min(placeOf(known.note), place) << placeShift) | both(markOf(known.note), bits);
}

/** A word is said aside only when it is said nowhere else in the name. */
function both(known: number, more: number): number {
  const said = (known | more) & ~asideBit;
  const named = [known, more].filter((mark) => mark & nameBit);
  return named.length > 0 && named.every((mark) => mark & asideBit) ? said | asideBit : said;
}
