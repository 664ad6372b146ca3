import { readFileSync } from 'node:fs';
import { type Locale, locales, shop } from '@fynbos/core/shop.ts';

/** Kinds of push messages about an order. */
const pushKinds = ['placed', 'unpaid', 'shipped', 'ready', 'canceled', 'refunded'] as const;
export type PushKind = (typeof pushKinds)[number];

/** The messages of one language: a title and a text for each kind. */
export type PushMessages = Readonly<Record<`${PushKind}.title` | `${PushKind}.text`, string>>;

/** The messages of a language as stored on disk; `en-ZA` holds only the differences from `en-US`. */
export function readPushMessages(locale: Locale): Partial<PushMessages> {
  return JSON.parse(readFileSync(new URL(`locales/${locale}.json`, import.meta.url), 'utf8'));
}

// A test checks that the default language has every message.
const english = readPushMessages(shop.defaultLocale) as PushMessages;
const byLocale = new Map(
  locales.map((locale): [string, PushMessages] => [locale, { ...english, ...readPushMessages(locale) }]),
);

/** The language for a browser: the requested one if the shop supports it, or the default. */
export const pushLocale = (locale: string | undefined): Locale =>
  locales.find((candidate) => candidate === locale) ?? shop.defaultLocale;

/** The title and text of a message. The order number and the name of a store are the only data of the order in it. */
export function pushMessageText(
  locale: string,
  kind: PushKind,
  { number, store = '' }: { number: string; store?: string },
): { title: string; text: string } {
  const messages = byLocale.get(locale) ?? english;
  const textOf = (part: 'title' | 'text') =>
    messages[`${kind}.${part}`].replace('{number}', number).replace('{store}', () => store);
  return { title: textOf('title'), text: textOf('text') };
}
