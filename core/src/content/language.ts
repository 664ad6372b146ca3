/** The languages that pages and blocks are written in; elsewhere the English text is shown (decision 39). */
export const contentLanguages = ['en', 'de', 'it'] as const;
export type ContentLanguage = (typeof contentLanguages)[number];

/** What is read where a text is not translated. */
export const sourceLanguage: ContentLanguage = 'en';

/** The language of a text for readers of this one (`de-AT`, `it`); undefined when nothing is written in it. */
export function contentLanguage(tag: string): ContentLanguage | undefined {
  const language = tag.trim().toLowerCase().split(/[-_]/)[0];
  return contentLanguages.find((one) => one === language);
}

/** Whether a text in this language is in that of its readers (`de-DE`). */
export const speaks = (locale: string, lang: string): boolean => locale.startsWith(lang);

/** The first of the wishes of an `Accept-Language` that something is written in. */
export function wishedContentLanguage(acceptLanguage: string): ContentLanguage | undefined {
  const wishes = acceptLanguage
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((word) => word.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { language: contentLanguage(tag), weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0);
  return wishes.toSorted((one, other) => other.weight - one.weight).find(({ language }) => language)
    ?.language;
}
