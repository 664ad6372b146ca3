import { createHash } from 'node:crypto';
import { codeTerm } from '@fynbos/core/search/index/product-index.ts';
import {
  type Analysed,
  flagsOf,
  isLabel,
  qualified,
  worth,
} from '@fynbos/core/search/index/term-positions.ts';
import type { SearchDocument } from '@fynbos/core/search/search-engine.ts';
import type { Scalar } from '@fynbos/core/search/search-request.ts';
import { analyseText } from '@fynbos/core/search/text/analysis.ts';
import { partsOf } from '@fynbos/core/search/text/name-parts.ts';
import { childrenOf, familyField, featureName, numbersField, valuesField } from './field-names.ts';
import { numberIn, valueKey } from './value-key.ts';

/** Fingerprint of a stored product: two numbers of 32 bits, so that a million of them can be summed exactly. */
export interface Print {
  a: number;
  b: number;
}

export function printOf(document: SearchDocument): Print {
  const digest = createHash('sha1').update(JSON.stringify(document)).digest();
  return { a: digest.readUInt32BE(0), b: digest.readUInt32BE(4) };
}

/** Longer words are never searched for, and the engine rejects them. */
const maxWordLength = 200;

/** A product as stored in the engine (`mapping`), without its place. */
export function entryOf(document: SearchDocument, { terms, nameLength }: Analysed, { a, b }: Print): object {
  const { id, text, skus, inStock } = document;
  const words = [...terms].filter(([word]) => word.length <= maxWordLength);
  const texts = (field: string) => analyseText(field).map((token) => token.text);
  return {
    id,
    print_a: a,
    print_b: b,
    in_stock: inStock,
    kind: kindOf(text.type),
    brevity: 1 / Math.max(1, nameLength),
    codes: skus.map(codeTerm),
    words: words.map(([word]) => word),
    labels: words.filter(([, { note }]) => isLabel(note)).map(([word]) => word),
    brand: texts(text.brand),
    type: texts(text.type),
    name: partsOf(analyseText(text.name))
      .contentTokens.map((token) => token.text)
      .join(' '),
    ...worthOf(words),
    ...valuesOf(document.values),
  };
}

/** Hash that products of one type share. A type may be long and is only compared. */
function kindOf(type: string): string {
  return createHash('sha1').update(type).digest('base64').slice(0, 10);
}

/** Score of each word; in addition, the higher score after a matching neighbour. */
function worthOf(words: readonly [string, { note: number }][]) {
  const features = words.map(([word, { note }]) => [featureName(word), flagsOf(note)] as const);
  return {
    worth: Object.fromEntries(features.map(([word, mark]) => [word, worth[mark]])),
    qualified: Object.fromEntries(
      features
        .filter(([, mark]) => qualified(mark) !== mark)
        .map(([word, mark]) => [word, worth[qualified(mark)]]),
    ),
  };
}

function valuesOf(values: SearchDocument['values']): Record<string, readonly (string | number)[]> {
  const stored: Record<string, readonly (string | number)[]> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    stored[valuesField(field)] = keysOf(value);
    const numbers = [value].flat().map((item) => numberIn(String(item)));
    if (numbers.some(Number.isFinite)) stored[numbersField(field)] = numbers.filter(Number.isFinite);
    const children = values[childrenOf(field)];
    if (children !== undefined) stored[familyField(field)] = keysOf([value, children].flat());
  }
  return stored;
}

function keysOf(value: Scalar | readonly Scalar[]): string[] {
  return [...new Set([value].flat().map(valueKey))];
}
