/**
 * Names of fields as the engine knows them. A dot would make an object of a name and a star a pattern; so every sign but
 * plain letters and digits is written by its number.
 */
function plainName(field: string): string {
  return field.replace(/[^a-zA-Z0-9_@-]/gu, (sign) => `~${sign.codePointAt(0)!.toString(16)}~`);
}

/** Every value of a field, as a key (`valueKey`). */
export const valuesField = (field: string): string => `value.${plainName(field)}`;

/** The values that are numbers. */
export const numbersField = (field: string): string => `number.${plainName(field)}`;

/** The values of a configurable and of its children together; only products that have both keep it. */
export const familyField = (field: string): string => `family.${plainName(field)}`;

/** The field of the children's values (wire contract 3.2). */
export const childrenOf = (field: string): string => `${field}_options`;

/** A word as a feature of `worth` and `qualified`, where a dot is not allowed; no word has the sign instead. */
export const featureName = (word: string): string => word.replaceAll('.', '_');
