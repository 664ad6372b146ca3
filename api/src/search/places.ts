import { type SearchDocument, type SearchField, searchBoosts } from '@fynbos/core/search/engine.ts';
import { isFiller, type Token, tokens } from './analysis.ts';

/**
 * Where a term stands in a document, in 16 bits: a bit for each field; whether it ends or begins the
 * name; and its place in the name (255 when it is not there).
 */
export type Note = number;

const fields = Object.keys(searchBoosts) as SearchField[];
const bitOf = Object.fromEntries(fields.map((field, bit) => [field, 1 << bit])) as Record<
  SearchField,
  number
>;
const nameBit = bitOf.name;
const headBit = 1 << 6;
const startBit = 1 << 7;

/** The place of a term that is not in the name. */
export const nowhere = 255;

/** Fields that say what a product is; the words of the others only mention. */
const labelBits = bitOf.name | bitOf.brand | bitOf.type;

export function placeOf(note: Note): number {
  return note >> 8;
}

export function isLabel(note: Note): boolean {
  return (note & labelBits) !== 0;
}

/** Whether two terms that stand in these places form one expression: side by side, or in one other label. */
export function follows(first: Note, second: Note): boolean {
  return placeOf(first) !== nowhere && placeOf(second) === placeOf(first) + 1;
}

export function shareLabel(first: Note, second: Note): boolean {
  return (first & second & labelBits & ~nameBit) !== 0;
}

/** The second of two terms that share a label other than the name, without its place in the name. */
export function outsideName(note: Note): Note {
  return (nowhere << 8) | (note & 0xff & ~nameBit & ~headBit & ~startBit);
}

/**
 * What a match in these places is worth, 0 to 1: the boosts of the fields added up (commerce 9),
 * where a word of the name counts in full only when it ends the name, as the thing itself does
 * (`milk` in `full cream milk`, not in `milk chocolate`), and begins it.
 */
export const worth = Float64Array.from({ length: 256 }, (_, note) => {
  const boost = fields.reduce((sum, field) => sum + (note & bitOf[field] ? boostOf(field, note) : 0), 0);
  return boost / Object.values(searchBoosts).reduce((sum, one) => sum + one);
});

function boostOf(field: SearchField, note: number): number {
  if (field !== 'name') return searchBoosts[field];
  return searchBoosts.name * (0.6 + (note & headBit ? 0.3 : 0) + (note & startBit ? 0.1 : 0));
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
    for (const size of token.implied) note(terms, size, 'size', bitOf[field], nowhere);
  }
}

/** Sizes and fillers take no place: in `milk 2l long life` and `salt & vinegar` the words are neighbours. */
function noteName(terms: Analysed['terms'], name: Token[], brand: Token[]): number {
  const words = name.filter((token) => token.kind === 'word' && !isFiller(token.text));
  const head = words[headPlace(name)];
  const afterBrand = startsWith(words, brand) ? brand.length : 0;
  noteField(terms, 'name', name);
  for (const [place, token] of words.entries()) {
    const bits = (token === head ? headBit : 0) | (place === 0 || place === afterBrand ? startBit : 0);
    note(terms, token.text, 'word', bitOf.name | bits, Math.min(place, nowhere - 1));
  }
  return words.length;
}

/** Which word of the name is the thing itself: the last before what it comes with (`cereal with honey`). */
function headPlace(name: Token[]): number {
  let place = -1;
  for (const token of name) {
    if (place >= 0 && breaks.has(token.text)) break;
    if (token.kind === 'word' && !isFiller(token.text)) place++;
  }
  return place;
}

const breaks = new Set(['with', 'in', 'for', 'from', 'met', 'vir', 'van']);

function startsWith(words: Token[], brand: Token[]): boolean {
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
  if (!known) terms.set(text, { kind, note: (place << 8) | bits });
  else {
    const first = Math.min(placeOf(known.note), place);
    known.note = (first << 8) | (known.note & 0xff) | bits;
  }
}
