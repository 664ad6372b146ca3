/**
 * Texts of a row in other store views, by view code and column name. Missing texts fall back to the default
 * ones.
 */
export type ViewTexts<Field extends string> = Record<string, Partial<Record<Field, string>>>;

/** The texts of a product. Text attributes are stored under their code: `attr_ingredients`. */
export type ProductTexts = ViewTexts<'name' | 'description' | 'short_description' | `attr_${string}`>;

/** A row with the texts of a store view. */
export function inView<Field extends string, Row extends { view_texts: ViewTexts<Field> }>(
  row: Row,
  view: { code: string },
): Row {
  const viewTexts = row.view_texts[view.code];
  return viewTexts ? { ...row, ...viewTexts } : row;
}
