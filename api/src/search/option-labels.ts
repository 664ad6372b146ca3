import type { Attribute } from '@fynbos/core/catalogue/entities.ts';

/** Finds the label of an option value; a value that is not an option is its own label. */
export function labelFinder(
  attributes: ReadonlyMap<string, Attribute>,
): (code: string, value: unknown) => string {
  const labels = new Map(
    [...attributes].map(([code, { options }]) => [
      code,
      new Map(options.map(({ value, label }) => [value, label])),
    ]),
  );
  const labelOf = (code: string, value: unknown) => labels.get(code)?.get(String(value)) ?? String(value);
  return (code, value) => {
    if (value === undefined || value === null || value === '') return '';
    return Array.isArray(value) ? value.map((each) => labelOf(code, each)).join(' ') : labelOf(code, value);
  };
}
