/** A defect that is planted in a product file, to check that the tests find it. */
export interface Mutation {
  /** A stable name, for `--only` and the page of results. */
  id: string;
  area: Area;
  /** Path of the file from the project's folder. */
  file: string;
  /** Text that occurs exactly once in the file. */
  original: string;
  replacement: string;
  /** The defect in one sentence. */
  defect: string;
  /** Paths of the test files that should find it, the narrowest first. */
  tests: readonly [string, ...string[]];
  /** Runs only the tests of these files whose title contains this text, where the others take long. */
  title?: string;
}

export const areas = ['prices', 'cart', 'orders', 'payments', 'accounts', 'offline', 'search'] as const;
type Area = (typeof areas)[number];

/**
 * Returns the text of a file with the defect.
 * @throws Error when the original text does not occur exactly once
 */
export function mutated(text: string, { id, file, original, replacement }: Mutation): string {
  const parts = text.split(original);
  if (parts.length !== 2)
    throw new Error(`${id}: the original text occurs ${parts.length - 1} times in ${file}, not once`);
  return parts.join(replacement);
}
