import { languageCodes } from '@fynbos/core/shop.ts';
import { viewCodes } from '@fynbos/core/store-views.ts';
import type { ViewTexts } from '../../../schema/view-texts.ts';

/** Columns with texts of a store view: `name_de`. */
export const viewColumns = <Field extends string>(...fields: Field[]) => columnsFor(viewCodes, fields);

/** Codes under which translations are stored: store views, and languages (spec D68). */
export const translationCodes: readonly string[] = [...new Set([...viewCodes, ...languageCodes])];

/** Columns with texts of a store view or in a language: `name_de`, `name_af`. */
export const translationColumns = <Field extends string>(...fields: Field[]) =>
  columnsFor(translationCodes, fields);

const columnsFor = <Field extends string>(codes: readonly string[], fields: readonly Field[]) =>
  codes.flatMap((view) => fields.map((field) => ({ view, field, column: `${field}_${view}` as const })));

/** Sets a text of a store view under the name of the default column. An empty text removes the stored one. */
export function setViewText<Field extends string>(
  texts: ViewTexts<Field> | undefined,
  code: string,
  field: Field,
  text: string,
): ViewTexts<Field> {
  // TypeScript widens a computed key to `string`; `field` is a `Field`.
  return { ...texts, [code]: { ...texts?.[code], [field]: text } } as ViewTexts<Field>;
}

/** Reads the cells of such columns; undefined when the input has none. */
export function readTextCells<Field extends string>(
  columns: readonly { view: string; field: Field; column: string }[],
  cells: Readonly<Record<string, unknown>>,
): ViewTexts<Field> | undefined {
  let texts: ViewTexts<Field> | undefined;
  for (const { view, field, column } of columns) {
    const text = cells[column];
    if (typeof text === 'string') texts = setViewText(texts, view, field, text);
  }
  return texts;
}

/** Merges two inputs; `above` takes precedence. */
export function overlayTexts<Field extends string>(
  below: ViewTexts<Field> | undefined,
  above: ViewTexts<Field> | undefined,
): ViewTexts<Field> | undefined {
  if (!below || !above) return above ?? below;
  const views = [...new Set([...Object.keys(below), ...Object.keys(above)])];
  return Object.fromEntries(views.map((code) => [code, { ...below[code], ...above[code] }]));
}

/** Merges the stored texts with those of the input; empty texts are removed. */
export function mergeStoredTexts<Field extends string>(
  stored: ViewTexts<Field> | undefined,
  input: ViewTexts<Field> | undefined,
): ViewTexts<Field> {
  const views = Object.entries(overlayTexts(stored, input) ?? {}).map(([code, texts]) => {
    const kept = Object.entries(texts).filter(([, text]) => text !== '');
    // The remaining texts are some of `texts`; `Object.fromEntries` types their keys as strings.
    return [code, Object.fromEntries(kept) as typeof texts] as const;
  });
  return Object.fromEntries(views.filter(([, texts]) => Object.keys(texts).length > 0));
}
