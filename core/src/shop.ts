/**
 * What kind of shop this is (spec commerce 1, spec commerce 9). Facts that both homes need; what an operator
 * may change is configuration and lives in `api/src/config/config.ts`.
 */
export const shop = {
  name: 'Fynbos',
  /** Contact address of the shop, shown at the end of every mail. */
  address: '12 Kloof Street, Gardens, Cape Town, 8001, South Africa',
  currency: 'ZAR',
  currencySign: 'R',
  country: 'ZA',
  timeZone: 'Africa/Johannesburg',
  defaultLocale: 'en-US',
  clientVersion: 'v1.12.2',
} as const;

/** The languages of the shop (spec accounts 1, spec D54); en-ZA adds nothing to en-US. */
export const locales = [
  'en-US',
  'en-ZA',
  'de-DE',
  'fr-FR',
  'es-ES',
  'nl-NL',
  'ja-JP',
  'ru-RU',
  'it-IT',
  'pt-BR',
  'pl-PL',
  'cs-CZ',
  'af-ZA',
  'zu-ZA',
  'xh-ZA',
] as const;
export type Locale = (typeof locales)[number];

/** The language of a locale as a two-letter code: `af`. */
export const languageOf = (locale: string): string => locale.slice(0, 2);

/** Whether a text in this language is in the language of the locale (`de-DE`). */
export const speaks = (locale: string, lang: string): boolean => locale.startsWith(lang);

/** The languages of the shop other than its own, into which the catalogue may be translated (spec D68). */
export const languageCodes: readonly string[] = [...new Set(locales.map(languageOf))].filter(
  (code) => code !== languageOf(shop.defaultLocale),
);

/** A view of the shop with its own prices and language (spec commerce 1, spec D38). */
export interface StoreView {
  code: string;
  id: number;
  currency: string;
  currencySign: string;
  locale: Locale;
  /** Money format of this view where it differs from the reader's language. */
  priceFormat?: { group?: string; decimal?: string; pattern?: string };
  /** Format of dates of orders and reviews, such as `HH:mm D-M-YYYY`; without one the language decides. */
  dateFormat?: string;
  /** Index name of the catalogue in a search path (wire contract 2.1). */
  index: string;
  country: string;
  /** Title of the home page and default description, in the language of the view; else the shop's messages. */
  seo?: { title: string; description: string };
  /** Whether its URLs start with its code (spec accounts 2.1). */
  appendStoreCode: boolean;
}

/**
 * The minimum number of letters of a name, unless the operator raises it (spec D34). It is a setting of every page,
 * so it is not in the module of the field rules, which only forms load.
 */
export const standardShortestName = 2;

/** The default store view; the others are declared in `store-views.ts`. */
export const defaultStoreView: StoreView = {
  code: '',
  id: 1,
  currency: 'ZAR',
  currencySign: 'R',
  locale: 'en-US',
  index: 'fynbos',
  country: 'ZA',
  appendStoreCode: false,
};

export const categoryRootId = 2;
export const pageSize = 50;
export const largestPage = 4000;
export const maxFilters = 999;
export const facetSize = 100;
/** Maximum number of facet choices, alternatives and `like` filters; these cost most. */
export const maxCostlyFilters = 100;
export const shortestSearch = 3;

/**
 * Pictures are made in these boxes only: width, height in pixels. The first four are products (spec commerce 9, wire
 * contract 1.7), then a home banner and its mobile cut, the head of a category, and a product seen closely.
 */
export const imageSizes = [
  [600, 744],
  [310, 300],
  [150, 150],
  [280, 280],
  [1280, 440],
  [720, 720],
  [1200, 480],
  [1200, 1488],
] as const;
