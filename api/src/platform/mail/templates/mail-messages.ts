import { readFileSync } from 'node:fs';
import { type Locale, locales, shop } from '@fynbos/core/shop.ts';

/** Texts of mails in one language, by id: `welcome.subject`, `welcome.body`. */
export type MailTexts = Readonly<Record<string, string>>;

/** Reads the texts of a language from disk; `en-ZA` contains only differences from `en-US`. */
export function readMailTexts(locale: Locale): MailTexts {
  return JSON.parse(readFileSync(new URL(`locales/${locale}.json`, import.meta.url), 'utf8'));
}

const english = readMailTexts(shop.defaultLocale);
const byLocale = new Map<string, MailTexts>(
  locales.map((locale) => [locale, { ...english, ...readMailTexts(locale) }]),
);

/** Returns the complete texts of a language; the shop's default language for an unsupported one. */
export const mailTextsOf = (locale: string): MailTexts => byLocale.get(locale) ?? english;

/** Returns a text that every language has. */
export function getMailText(texts: MailTexts, id: string): string {
  const text = texts[id];
  if (text === undefined) throw new Error(`There is no mail text ${id}.`);
  return text;
}

/** Returns the language of a mail: the requested one if supported. */
export const mailLocale = (locale: string | undefined): Locale =>
  locales.find((candidate) => candidate === locale) ?? shop.defaultLocale;
