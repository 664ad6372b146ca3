/**
 * Texts of a row in other store views, by the view's code and under the names of the row's own columns. What a view
 * leaves out reads as it does in the shop itself.
 */
export type ViewTexts<Field extends string> = Record<string, Partial<Record<Field, string>>>;

/** The texts of a product, an attribute that is a text under its code: `attr_ingredients`. */
export type ProductTexts = ViewTexts<'name' | 'description' | 'short_description' | `attr_${string}`>;

/** A row as a store view reads it. */
export function inView<Field extends string, Row extends { view_texts: ViewTexts<Field> }>(
  row: Row,
  view: { code: string },
): Row {
  const own = row.view_texts[view.code];
  return own ? { ...row, ...own } : row;
}
