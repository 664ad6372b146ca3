import ofShop from 'virtual:messages/shop';
import type { Locale } from '@fynbos/core/shop.ts';
import { storeView } from '../api-settings.ts';
import { pageLocale } from './locale.ts';
import type { Messages } from './message.ts';
import { makeText, type Text } from './text.ts';

/** A part of the messages: how to load it in each language. */
export type Languages = Record<Locale, () => Promise<{ default: Messages }>>;

const loaded = new Map<string, Promise<Text>>();
/** What a browser has heard so far in its one language; a server knows everything from the start. */
const heard: Record<string, Messages[string]> = {};

/** Loads one language, and no other: on a server all of it, in a browser what every page needs. */
export function loadText(locale: Locale): Promise<Text> {
  const key = locale + storeView().code;
  const known = loaded.get(key);
  if (known) return known;
  const text = import.meta.env.SSR ? wholeText(locale) : browserText(locale);
  loaded.set(key, text);
  return text;
}

async function wholeText(locale: Locale): Promise<Text> {
  const view = storeView();
  const { everyPart } = await import('./every-part.ts');
  const parts = await Promise.all(everyPart.map((languages) => languages[locale]()));
  return makeText(locale, Object.assign({}, ...parts.map((part) => part.default)), view);
}

async function browserText(locale: Locale): Promise<Text> {
  Object.assign(heard, (await ofShop[locale]()).default);
  return makeText(locale, heard, storeView());
}

/**
 * Waits, in a browser, until a part of the messages is there. A module that imports the part's file in
 * `needs/` may use them from its first line, since it is not run before.
 */
export async function hear(languages: Languages): Promise<void> {
  if (import.meta.env.SSR) return;
  Object.assign(heard, (await languages[pageLocale()]()).default);
}
