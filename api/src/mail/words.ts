import { readFileSync } from 'node:fs';
import { type Locale, locales, shop } from '@fynbos/core/shop.ts';

/** What the mails say in one language, by id: `welcome.subject`, `welcome.body`. */
export type Words = Readonly<Record<string, string>>;

/** The words of a language as they lie on disk; `en-ZA` holds only what differs from `en-US`. */
export function readWords(locale: Locale): Words {
  return JSON.parse(readFileSync(new URL(`locales/${locale}.json`, import.meta.url), 'utf8')) as Words;
}

const english = readWords(shop.defaultLocale);
const byLocale = new Map(locales.map((locale) => [locale as string, { ...english, ...readWords(locale) }]));

/** The words of a language, complete; those of the shop's own for a language it does not speak. */
export const wordsOf = (locale: string): Words => byLocale.get(locale) ?? english;

/** The language a mail is written in: the one asked for, if the shop speaks it. */
export const mailLocale = (locale: string | undefined): Locale =>
  locales.find((one) => one === locale) ?? shop.defaultLocale;
