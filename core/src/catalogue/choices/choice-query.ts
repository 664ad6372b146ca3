/** Query parameters: name of the option's parameter and the chosen value. */
export type WrittenChoices = (readonly [parameter: string, value: string])[];

/**
 * The parameters that hold the configuration of a product: a variant, values of custom options (`o3`),
 * selections and quantities of bundle options (`b2`, `b2q`), quantities of grouped parts (`g-OATS`).
 */
const choice = /^(childSku|o\d+|b\d+q?|g-.+)$/;

/** Whether two queries differ only in the configuration of the product. */
export function differInChoiceAlone(before: URLSearchParams, after: URLSearchParams): boolean {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter(
    (name) => before.getAll(name).join('\n') !== after.getAll(name).join('\n'),
  );
  return changed.length > 0 && changed.every((name) => choice.test(name));
}

/**
 * Reads the values of one option from a query.
 * @returns undefined when the parameter is absent; an empty list when it is present and empty
 */
export function readChoice(query: URLSearchParams, parameter: string): string[] | undefined {
  return query.has(parameter) ? query.getAll(parameter).filter((value) => value !== '') : undefined;
}

/** Returns the query with these choices instead of earlier ones; other parameters stay. */
export function withChoices(query: URLSearchParams, written: WrittenChoices): URLSearchParams {
  const otherParameters = [...query].filter(([name]) => name === 'childSku' || !choice.test(name));
  return new URLSearchParams([
    ...otherParameters,
    ...written.map(([name, value]): [string, string] => [name, value]),
  ]);
}
