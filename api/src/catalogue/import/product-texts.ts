import { viewCodes } from '@fynbos/core/store-views.ts';
import type { ProductTexts } from '../view-texts.ts';
import { Fault } from './cells.ts';
import type { ProductDraft } from './drafts.ts';
import { sayInView, viewColumns } from './view-columns.ts';

/** Puts what a cell says into the draft; a cell it cannot read gives a fault. */
export type ReadCell = (text: string, draft: ProductDraft) => Fault | undefined;

export const longestName = 500;
export const longestText = 100_000;
const longest = { name: longestName, short_description: longestText, description: longestText };

/** The texts of a product in other store views: `name_de`, `description_it`. */
export const viewTexts = viewColumns('name', 'short_description', 'description');

export const viewTextColumns: Readonly<Record<string, ReadCell>> = Object.fromEntries(
  viewTexts.map(({ view, field, column }) => [column, textInView(view, field, longest[field])]),
);

const inView = new RegExp(`^attr_(.+)_(${viewCodes.join('|')})$`);

/** Reads `attr_ingredients_de`: an attribute that is a text, as a store view reads it; undefined for other columns. */
export function attributeInView(column: string): ReadCell | undefined {
  const [, code, view] = inView.exec(column) ?? [];
  return code && view ? textInView(view, `attr_${code}`, longestText) : undefined;
}

function textInView(view: string, key: keyof ProductTexts[string], most: number): ReadCell {
  return (text, draft) => {
    if (text.length > most) return new Fault(`is longer than ${most} characters`);
    draft.viewTexts = sayInView(draft.viewTexts, view, key, text);
    return undefined;
  };
}
