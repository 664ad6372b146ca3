import { createHash } from 'node:crypto';
import { tokens } from '@fynbos/core/search/analysis.ts';
import type { SearchDocument } from '@fynbos/core/search/engine.ts';
import { partsOf } from '@fynbos/core/search/name-parts.ts';
import { type Analysed, isLabel, markOf, qualified, worth } from '@fynbos/core/search/places.ts';
import { codeTerm } from '@fynbos/core/search/product-index.ts';
import type { Scalar } from '@fynbos/core/search/request.ts';
import { childrenOf, familyField, featureName, numbersField, valuesField } from './field-names.ts';
import { numberIn, valueKey } from './value-key.ts';

/** Two numbers that follow from all that is kept of a product: 32 bits each, so that a million can be added up exactly. */
export interface Print {
  a: number;
  b: number;
}

export function printOf(document: SearchDocument): Print {
  const digest = createHash('sha1').update(JSON.stringify(document)).digest();
  return { a: digest.readUInt32BE(0), b: digest.readUInt32BE(4) };
}

/** A word that is longer is none that anybody searches for, and the engine takes none such. */
const longestWord = 200;

/** A product as it is kept in the engine (`mapping`), but for its place. */
export function entryOf(document: SearchDocument, { terms, nameLength }: Analysed, { a, b }: Print): object {
  const { id, text, skus, inStock } = document;
  const words = [...terms].filter(([word]) => word.length <= longestWord);
  const texts = (field: string) => tokens(field).map((token) => token.text);
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
    name: partsOf(tokens(text.name))
      .words.map((token) => token.text)
      .join(' '),
    ...worthOf(words),
    ...valuesOf(document.values),
  };
}

/** Products of one type have the same. A type may be long, and is only compared. */
export function kindOf(type: string): string {
  return createHash('sha1').update(type).digest('base64').slice(0, 10);
}

/** What a match of each word is worth; again where its neighbour before makes it worth more. */
function worthOf(words: readonly [string, { note: number }][]) {
  const marks = words.map(([word, { note }]) => [featureName(word), markOf(note)] as const);
  return {
    worth: Object.fromEntries(marks.map(([word, mark]) => [word, worth[mark]])),
    qualified: Object.fromEntries(
      marks
        .filter(([, mark]) => qualified(mark) !== mark)
        .map(([word, mark]) => [word, worth[qualified(mark)]]),
    ),
  };
}

function valuesOf(values: SearchDocument['values']): Record<string, readonly (string | number)[]> {
  const kept: Record<string, readonly (string | number)[]> = {};
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined || value === null) continue;
    kept[valuesField(field)] = keysOf(value);
    const numbers = [value].flat().map((one) => numberIn(String(one)));
    if (numbers.some(Number.isFinite)) kept[numbersField(field)] = numbers.filter(Number.isFinite);
    const children = values[childrenOf(field)];
    if (children !== undefined) kept[familyField(field)] = keysOf([value, children].flat());
  }
  return kept;
}

function keysOf(value: Scalar | readonly Scalar[]): string[] {
  return [...new Set([value].flat().map(valueKey))];
}
