import ofShop from 'virtual:messages/shop';
import type { CatalogueLabels } from '@fynbos/core/catalogue/contract.ts';
import { formatLocale } from '@fynbos/core/language-format.ts';
import type { Locale } from '@fynbos/core/shop.ts';
import { storeView } from '../api/api-settings.ts';
import { warnOnce } from '../browser/warn-once.ts';
import { pageLocale } from './locale.ts';
import type { Messages } from './message-format.ts';
import { makeText, type Text, withLabels } from './text.ts';

/** A part of the messages, with its loader for each language. */
export type Languages = Record<Locale, () => Promise<{ default: Messages }>>;

const loaded = new Map<string, Promise<Text>>();
/** The messages that a browser has loaded so far, in one language. A server loads all at the start. */
const loadedMessages: Record<string, Messages[string]> = {};

/** Loads one language: on a server all of its messages, in a browser those of every page. */
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
  const { default: everyPart } = await import('virtual:messages');
  const parts = await Promise.all(everyPart.map((languages) => languages[locale]()));
  return makeText(locale, Object.assign({}, ...parts.map((part) => part.default)), view);
}

async function browserText(locale: Locale): Promise<Text> {
  await loadMessages(ofShop, locale);
  if (Intl.DateTimeFormat.supportedLocalesOf(formatLocale(locale)).length === 0)
    warnOnce('This browser has no dates in', locale);
  return withLabels(makeText(locale, loadedMessages, storeView()), pageLabels());
}

/**
 * The id of the element in the head of a page that holds the translations it shows as JSON. Pages in a language
 * without translations of the catalogue have no such element.
 */
export const labelsId = 'catalogue-labels';

export function pageLabels(): CatalogueLabels {
  // The server wrote it.
  return JSON.parse(document.getElementById(labelsId)?.textContent || '{}') as CatalogueLabels;
}

/**
 * In a browser, waits until a part of the messages is loaded, in the language of the page. A module that
 * imports the part's file in `parts/` may use them immediately, since it runs after the import.
 */
export async function loadMessages(languages: Languages, locale?: Locale): Promise<void> {
  if (import.meta.env.SSR) return;
  const language = locale ?? pageLocale();
  try {
    Object.assign(loadedMessages, (await languages[language]()).default);
  } catch (error) {
    warnOnce(`Messages in ${language} cannot be loaded`, error);
    throw error;
  }
}
