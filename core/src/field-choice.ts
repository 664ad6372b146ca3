import type { FieldProblem } from './problem.ts';

/** The fields of a document that a client asks for: names with `*` as a wildcard; no included name means every field. */
export interface FieldChoice {
  include: string[];
  exclude: string[];
}

/** Exact field names are looked up; names with a wildcard are compared one by one (T15). */
const maxWildcards = 50;

/**
 * The problem with a choice of fields; undefined when there is none.
 * @param field its location in the input
 */
export function fieldChoiceProblem(
  { include, exclude }: FieldChoice,
  field: string,
): FieldProblem | undefined {
  const isTooMany = [...include, ...exclude].filter((name) => name.includes('*')).length > maxWildcards;
  return isTooMany ? { field, message: `may contain at most ${maxWildcards} names with *` } : undefined;
}
