/** The categories with a word in their name that begins like this text, in the order given (SEA-3). */
export function namedCategories<Named extends { name: string }>(
  categories: readonly Named[],
  text: string,
): Named[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  return categories.filter(({ name }) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(wanted)),
  );
}
