/** Copies fields, except those that are null. */
export function pick<From extends object, Field extends keyof From>(
  from: From,
  fields: readonly Field[],
): Pick<From, Field> {
  const entries = fields
    .filter((field) => from[field] !== undefined && from[field] !== null)
    .map((field) => [field, from[field]]);
  // A field of a document is null where its type says that it may be absent.
  return Object.fromEntries(entries) as Pick<From, Field>;
}
