/**
 * Escapes a field name for the engine. A dot would create an object and a star a pattern, so each character
 * except plain letters, digits, `_`, `@` and `-` is replaced by its code point.
 */
function plainName(field: string): string {
  // A match has a character.
  return field.replace(/[^a-zA-Z0-9_@-]/gu, (character) => `~${character.codePointAt(0)!.toString(16)}~`);
}

/** All values of a field, as keys (`valueKey`). */
export const valuesField = (field: string): string => `value.${plainName(field)}`;

/** The numeric values of a field. */
export const numbersField = (field: string): string => `number.${plainName(field)}`;

/** The values of a configurable product and its children together; stored only for products that have both. */
export const familyField = (field: string): string => `family.${plainName(field)}`;

/** The field of the children's values (wire contract 3.2). */
export const childrenOf = (field: string): string => `${field}_options`;

/**
 * A word as a feature of `worth` and `qualified`. Dots are not allowed there; no word contains an
 * underscore.
 */
export const featureName = (word: string): string => word.replaceAll('.', '_');
