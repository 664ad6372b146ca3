import { viewCodes } from '@fynbos/core/store-views.ts';
import type { ProductTexts } from '../../../schema/view-texts.ts';
import { ImportError } from '../format/cells.ts';
import { setViewText, viewColumns } from '../format/view-columns.ts';
import type { ProductDraft } from './drafts.ts';

/** Writes the value of a cell into the draft; an invalid cell returns an error. */
export type ReadCell = (text: string, draft: ProductDraft) => ImportError | undefined;

export const maxProductNameLength = 500;
export const maxProductTextLength = 100_000;
const maxLengths = {
  name: maxProductNameLength,
  short_description: maxProductTextLength,
  description: maxProductTextLength,
};

/** The texts of a product in other store views: `name_de`, `description_it`. */
export const viewTexts = viewColumns('name', 'short_description', 'description');

export const viewTextColumns: Readonly<Record<string, ReadCell>> = Object.fromEntries(
  viewTexts.map(({ view, field, column }) => [column, textInView(view, field, maxLengths[field])]),
);

const inView = new RegExp(`^attr_(.+)_(${viewCodes.join('|')})$`);

/** Reads `attr_ingredients_de`, a text attribute of a store view; undefined for other columns. */
export function attributeInView(column: string): ReadCell | undefined {
  const [, code, view] = inView.exec(column) ?? [];
  return code && view ? textInView(view, `attr_${code}`, maxProductTextLength) : undefined;
}

function textInView(view: string, key: keyof ProductTexts[string], maxLength: number): ReadCell {
  return (text, draft) => {
    if (text.length > maxLength) return new ImportError(`is longer than ${maxLength} characters`);
    draft.viewTexts = setViewText(draft.viewTexts, view, key, text);
    return undefined;
  };
}
