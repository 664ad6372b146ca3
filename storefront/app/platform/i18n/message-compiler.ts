import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message, Messages } from './message-format.ts';

/** A source catalogue: ids to ICU text. */
export type Catalogue = Record<string, string>;

/** Compiles every message, so that the browser needs no parser. Throws on invalid ICU text. */
export function compileCatalogue(catalogue: Catalogue): Messages {
  return Object.fromEntries(
    Object.entries(catalogue).map(([id, text]) => [id, plainly(compileOne(id, text))]),
  );
}

/** Most messages are plain text and are shipped as such. `#` is a number only within a plural. */
function plainly(message: Message): Message | string {
  const [only, ...more] = message;
  return typeof only === 'string' && more.length === 0 ? only : message;
}

function compileOne(id: string, text: string): Message {
  const compiled = compileText(id, text);
  const kinds = [...shapeOf(compiled).names].map((name) => name.split(':')[1]);
  const strange = kinds.find((kind) => kind !== 'text' && kind !== 'plural');
  // The small runtime in the browser supports values and plurals only.
  if (strange) throw new Error(`Message ${id} uses ${strange}; the shop supports values and plurals only.`);
  return compiled;
}

function compileText(id: string, text: string): Message {
  try {
    // The same format; `compileOne` rejects what the type excludes.
    return compileMessageOrThrow(text) as Message;
  } catch (error) {
    // The compiler throws nothing but errors.
    throw new Error(`Message ${id} is not valid ICU: ${(error as Error).message}`);
  }
}

/**
 * Checks a translation against the English source: missing and unknown ids, empty texts, different
 * placeholders, missing plural branches of the language.
 */
export function translationProblems(locale: string, translated: Catalogue, source: Catalogue): string[] {
  const wrong: string[] = [];
  const plurals = pluralsOf(locale);
  for (const id of Object.keys(source)) {
    if (!(id in translated)) wrong.push(`${locale}: ${id} is missing`);
  }
  for (const [id, text] of Object.entries(translated)) {
    if (source[id] === undefined) wrong.push(`${locale}: ${id} is not an id of the source`);
    else if (text.trim() === '') wrong.push(`${locale}: ${id} is empty`);
    else {
      const [actual, expected] = [shapeOf(compileOne(id, text)), shapeOf(compileOne(id, source[id]))];
      wrong.push(...shapeProblems(actual, expected, plurals).map((problem) => `${locale}: ${id} ${problem}`));
    }
  }
  return wrong;
}

function shapeProblems(actual: Shape, expected: Shape, { needed, known }: Plurals): string[] {
  const wrong: string[] = [];
  const [has, needs] = [[...actual.names].sort().join(' '), [...expected.names].sort().join(' ')];
  if (has !== needs) wrong.push(`has the values "${has}", the source has "${needs}"`);
  for (const branches of actual.plurals) {
    const missing = needed.filter((category) => !branches.includes(category));
    if (missing.length > 0) wrong.push(`lacks the plural ${missing.join(', ')}`);
    const idle = branches.filter((branch) => !/^\d+$/.test(branch) && !known.includes(branch));
    if (idle.length > 0) wrong.push(`has plurals the language does not have: ${idle.join(', ')}`);
  }
  return wrong;
}

interface Plurals {
  /** The branches needed for whole numbers up to a thousand. */
  needed: string[];
  /** All branches of the language. */
  known: string[];
}

function pluralsOf(locale: string): Plurals {
  const rules = new Intl.PluralRules(locale);
  const counted = Array.from({ length: 1001 }, (_, count) => rules.select(count));
  return { needed: [...new Set([...counted, 'other'])], known: rules.resolvedOptions().pluralCategories };
}

interface Shape {
  /** Placeholders of the message, with their kind: `count:plural`. */
  names: Set<string>;
  /** The branches of each plural. */
  plurals: string[][];
}

function shapeOf(message: Message, shape: Shape = { names: new Set(), plurals: [] }): Shape {
  for (const token of message) {
    if (typeof token === 'string') continue;
    const [name, type = 'text', choices] = token;
    shape.names.add(`${name}:${type}`);
    if (choices === null || typeof choices !== 'object') continue;
    // A plural has a message for each branch, besides its offset.
    const { offset, ...branches } = choices as Record<string, Message>;
    if (type === 'plural') shape.plurals.push(Object.keys(branches));
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) shapeOf(branch, shape);
  }
  return shape;
}
