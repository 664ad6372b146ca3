import { viewCodes } from '@fynbos/core/store-views.ts';
import type { ViewTexts } from '../view-texts.ts';

/** The columns that store views have of their own beside those of the shop: `name_de`. */
export const viewColumns = <Field extends string>(...fields: Field[]) =>
  viewCodes.flatMap((view) => fields.map((field) => ({ view, field, column: `${field}_${view}` as const })));

/** A text as the input says it, under the name of the shop's own column; an empty one takes the view's away. */
export function sayInView<Field extends string>(
  said: ViewTexts<Field> | undefined,
  code: string,
  field: Field,
  text: string,
): ViewTexts<Field> {
  return { ...said, [code]: { ...said?.[code], [field]: text } } as ViewTexts<Field>;
}

/** What one input says with what another says over it. */
export function saidOver<Field extends string>(
  below: ViewTexts<Field> | undefined,
  above: ViewTexts<Field> | undefined,
): ViewTexts<Field> | undefined {
  if (!below || !above) return above ?? below;
  const views = [...new Set([...Object.keys(below), ...Object.keys(above)])];
  return Object.fromEntries(views.map((code) => [code, { ...below[code], ...above[code] }]));
}

/** What the shop has with what the input says over it. */
export function keptTexts<Field extends string>(
  kept: ViewTexts<Field> | undefined,
  said: ViewTexts<Field> | undefined,
): ViewTexts<Field> {
  const views = Object.entries(saidOver(kept, said) ?? {}).map(([code, texts]) => [
    code,
    Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
  ]);
  return Object.fromEntries(views.filter(([, texts]) => Object.keys(texts!).length > 0));
}
