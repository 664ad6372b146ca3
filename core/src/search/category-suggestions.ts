/**
 * Returns the categories with a word in their name that starts with this text, in the order of the list
 * (SEA-3).
 */
export function namedCategories<Named extends { name: string }>(
  categories: readonly Named[],
  text: string,
): Named[] {
  const prefix = text.trim().toLowerCase();
  if (prefix === '') return [];
  return categories.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(prefix)),
  );
}
