import { catalogues } from 'virtual:messages';
import type { Locale } from '@fynbos/core/shop.ts';
import { makeText, type Text } from './text.ts';

const loaded = new Map<Locale, Promise<Text>>();

/** Loads the messages of one language; the browser fetches no other. */
export function loadText(locale: Locale): Promise<Text> {
  const known = loaded.get(locale);
  if (known) return known;
  const text = catalogues[locale]().then((module) => makeText(locale, module.default));
  loaded.set(locale, text);
  return text;
}
