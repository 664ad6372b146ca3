/** Languages of pages and blocks; readers of other languages see the English text (spec D39). */
export const contentLanguages = ['en', 'de', 'it'] as const;
export type ContentLanguage = (typeof contentLanguages)[number];

/** The language shown when a text is not translated. */
export const sourceLanguage: ContentLanguage = 'en';

/** Returns the content language for a locale (`de-AT`, `it`); undefined when there is no content in it. */
export function contentLanguage(tag: string): ContentLanguage | undefined {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0];
  return contentLanguages.find((candidate) => candidate === language);
}

/** Whether a text in this language is in the language of the locale (`de-DE`). */
export const speaks = (locale: string, lang: string): boolean => locale.startsWith(lang);

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
