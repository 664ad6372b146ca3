import { readFileSync } from 'node:fs';
import { type Locale, locales, shop } from '@fynbos/core/shop.ts';

/** What a browser can be told about an order. */
export const pushKinds = ['placed', 'unpaid', 'shipped', 'canceled', 'refunded'] as const;
export type PushKind = (typeof pushKinds)[number];

/** What is said in one language: a title and a text for each kind. */
export type PushWords = Readonly<Record<`${PushKind}.title` | `${PushKind}.text`, string>>;

/** The words of a language as they lie on disk; `en-ZA` holds only what differs from `en-US`. */
export function readPushWords(locale: Locale): Partial<PushWords> {
  return JSON.parse(readFileSync(new URL(`locales/${locale}.json`, import.meta.url), 'utf8'));
}

const english = readPushWords(shop.defaultLocale) as PushWords;
const byLocale = new Map(
  locales.map((locale): [string, PushWords] => [locale, { ...english, ...readPushWords(locale) }]),
);

/** The language a browser is written to: the one asked for, if the shop speaks it. */
export const pushLocale = (locale: string | undefined): Locale =>
  locales.find((one) => one === locale) ?? shop.defaultLocale;

/** The title and the text of a message, about an order by its number and nothing else that is personal. */
export function pushWords(locale: string, kind: PushKind, number: string): { title: string; text: string } {
  const words = byLocale.get(locale) ?? english;
  const say = (part: 'title' | 'text') => words[`${kind}.${part}`].replace('{number}', number);
  return { title: say('title'), text: say('text') };
}
