/** Pairs for an address: the parameter of an option and what was chosen. */
export type WrittenChoices = (readonly [parameter: string, value: string])[];

/**
 * The parameters that only say what was chosen of a product: a variant, values of custom options (`o3`),
 * selections and quantities of a bundle's options (`b2`, `b2q`), quantities of a group's parts (`g-OATS`).
 */
const choice = /^(childSku|o\d+|b\d+q?|g-.+)$/;

/** Whether two queries differ in nothing but what was chosen. */
export function differInChoiceAlone(one: URLSearchParams, other: URLSearchParams): boolean {
  const names = new Set([...one.keys(), ...other.keys()]);
  const changed = [...names].filter((name) => one.getAll(name).join('\n') !== other.getAll(name).join('\n'));
  return changed.length > 0 && changed.every((name) => choice.test(name));
}

/**
 * What a query says of one option.
 *
 * @returns undefined when it says nothing; an empty list when it says that nothing was chosen
 */
export function readChoice(query: URLSearchParams, parameter: string): string[] | undefined {
  return query.has(parameter) ? query.getAll(parameter).filter((value) => value !== '') : undefined;
}

/** The query with this choice in it, and without an earlier one; everything else stays as it is. */
export function withChoices(query: URLSearchParams, written: WrittenChoices): URLSearchParams {
  const kept = [...query].filter(([name]) => name === 'childSku' || !choice.test(name));
  return new URLSearchParams([...kept, ...written.map(([name, value]): [string, string] => [name, value])]);
}
