import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { languageOf, type StoreView, shop } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import type { ViewTexts } from '../../schema/view-texts.ts';

/** A text of the catalogue, such as a name or a description. */
export interface CatalogueText {
  text: string;
  /** The text in store views and languages, by their codes. */
  translations: Readonly<Record<string, string | undefined>>;
  /** Whether every store view shows `text`, also one with a translation of its own. */
  isShared?: boolean;
}

/** Reads the texts of rows from one field. */
export const catalogueTexts = <Field extends string>(
  rows: readonly ({ [key in Field]: string } & { view_texts: ViewTexts<Field> })[],
  field: Field,
): CatalogueText[] =>
  rows.map((row) => ({
    text: row[field],
    translations: Object.fromEntries(
      Object.entries(row.view_texts).map(([code, texts]) => [code, texts[field]]),
    ),
  }));

/**
 * Returns the translations of a store view's texts into a language (spec D68). Pages look them up by the text, so a
 * text has one translation in a language: the first one.
 * @param language two letters
 */
export function labelsIn(
  texts: readonly CatalogueText[],
  view: Pick<StoreView, 'code'>,
  language: string,
): CatalogueLabels {
  const translate = translator(language);
  const entries = texts.flatMap((from): [string, string][] => {
    const shown = (!from.isShared && from.translations[view.code]) || from.text;
    const translated = translate(from);
    return shown && translated && translated !== shown ? [[shown, translated]] : [];
  });
  // The last of several entries wins.
  return Object.fromEntries(entries.toReversed());
}

/** Translates under the code of the language, or as a store view in this language does. */
function translator(language: string): (text: CatalogueText) => string | undefined {
  if (language === languageOf(shop.defaultLocale)) return ({ text }) => text;
  const views = storeViews.filter(({ locale }) => languageOf(locale) === language);
  const codes = [language, ...views.map(({ code }) => code)];
  return ({ translations }) => codes.map((code) => translations[code]).find(Boolean);
}
