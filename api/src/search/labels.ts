import type { Attribute } from '@fynbos/core/catalogue/entities.ts';

/** Finds the label of an option value; a value that is no option reads as itself. */
export function labelFinder(
  attributes: ReadonlyMap<string, Attribute>,
): (code: string, value: unknown) => string {
  const labels = new Map(
    [...attributes].map(([code, { options }]) => [
      code,
      new Map(options.map(({ value, label }) => [value, label])),
    ]),
  );
  const one = (code: string, value: unknown) => labels.get(code)?.get(String(value)) ?? String(value);
  return (code, value) => {
    if (value === undefined || value === null || value === '') return '';
    return Array.isArray(value) ? value.map((each) => one(code, each)).join(' ') : one(code, value);
  };
}
