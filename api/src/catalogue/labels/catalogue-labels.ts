import { languageCodes, languageOf, type StoreView, shop } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import type { ViewTexts } from '../../schema/view-texts.ts';

/** Translations of names of the catalogue: the name in the store view, and the name in the language. */
export type CatalogueLabels = Readonly<Record<string, string>>;

/** The name of a category, an attribute or an option. */
interface CatalogueName {
  text: string;
  /** The name in store views and languages, by their codes. */
  texts: Readonly<Record<string, string | undefined>>;
}

/** Reads the names of rows from one field. */
export const catalogueNames = <Field extends string>(
  rows: readonly ({ [key in Field]: string } & { view_texts: ViewTexts<Field> })[],
  field: Field,
): CatalogueName[] =>
  rows.map((row) => ({
    text: row[field],
    texts: Object.fromEntries(Object.entries(row.view_texts).map(([code, texts]) => [code, texts[field]])),
  }));

/**
 * Returns the translations of a store view's names, by language (spec D68). Pages look names up by their text, so a text
 * has one translation in a language: that of the first name.
 */
export function labelsByLanguage(
  names: readonly CatalogueName[],
  view: Pick<StoreView, 'code' | 'locale'>,
): ReadonlyMap<string, CatalogueLabels> {
  const languages = [languageOf(shop.defaultLocale), ...languageCodes];
  return new Map(
    languages
      .filter((language) => language !== languageOf(view.locale))
      .map((language) => [language, labelsIn(names, view.code, language)]),
  );
}

function labelsIn(names: readonly CatalogueName[], view: string, language: string): CatalogueLabels {
  // The last of several entries wins, and the first name is meant.
  const entries = names.toReversed().flatMap(({ text, texts }): [string, string][] => {
    const shown = texts[view] ?? text;
    const translated = textIn({ text, texts }, language);
    return shown && translated && translated !== shown ? [[shown, translated]] : [];
  });
  return Object.fromEntries(entries);
}

/** A name in a language: under its code, or as a store view in this language shows it. */
function textIn({ text, texts }: CatalogueName, language: string): string | undefined {
  if (language === languageOf(shop.defaultLocale)) return text;
  const views = storeViews.filter(({ locale }) => languageOf(locale) === language);
  return [language, ...views.map(({ code }) => code)].map((code) => texts[code]).find(Boolean);
}
