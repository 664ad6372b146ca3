import { type Locale, languageCodes } from '../shop.ts';

type LanguageOf<Tag extends string> = Tag extends `${infer Language}-${string}` ? Language : never;
export type ContentLanguage = LanguageOf<Locale>;

/** The language shown when a text is not translated. */
export const sourceLanguage: ContentLanguage = 'en';

/** Languages of pages and blocks: those of the shop (spec D39). English comes first, because it always exists. */
export const contentLanguages: readonly ContentLanguage[] = [
  sourceLanguage,
  // Each code is the language of a locale.
  ...(languageCodes as readonly ContentLanguage[]),
];

/** Returns the content language for a locale (`de-AT`, `it`); undefined when there is no content in it. */
export function contentLanguage(tag: string): ContentLanguage | undefined {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0];
  return contentLanguages.find((candidate) => candidate === language);
}

/** Returns the preferred language of an `Accept-Language` header that has content. */
export function wishedContentLanguage(acceptLanguage: string): ContentLanguage | undefined {
  const preferences = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: contentLanguage(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0);
  return preferences.toSorted((a, b) => b.weight - a.weight).find(({ language }) => language)?.language;
}
