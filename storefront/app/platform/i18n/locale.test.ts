import { locales } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { expect, test } from 'vitest';
import { chooseLocale, languageNames } from './locale.ts';

test('chooseLocale prefers the shopper’s own choice to the browser’s languages', () => {
  expect(chooseLocale('a=1; fynbos-locale=cs-CZ; b=2', 'de-DE')).toBe('cs-CZ');
  expect(chooseLocale('fynbos-locale=xx-XX', 'de-DE')).toBe('de-DE');
});

test.each([
  [undefined, 'en-US'],
  ['', 'en-US'],
  ['*', 'en-US'],
  ['sw-KE, sw;q=0.9', 'en-US'],
  ['en-ZA', 'en-ZA'],
  ['en-GB', 'en-US'],
  ['pt-PT,pt;q=0.8', 'pt-BR'],
  ['de-CH;q=0.5, fr;q=0.9', 'fr-FR'],
  ['de;q=0, nl;q=0.1', 'nl-NL'],
  ['JA', 'ja-JP'],
  ['af', 'af-ZA'],
  ['zu-ZA, zu;q=0.9', 'zu-ZA'],
  ['xh', 'xh-ZA'],
  [';;;,q=,=', 'en-US'],
])('chooseLocale serves a browser that accepts %j in %s', (wished, locale) => {
  expect(chooseLocale(undefined, wished)).toBe(locale);
});

test('the address of a store view decides the language, unless the shopper chose another', () => {
  const [standard, de, it] = storeViews;
  expect(chooseLocale(undefined, 'fr', de)).toBe('de-DE');
  expect(chooseLocale('', undefined, it)).toBe('it-IT');
  expect(chooseLocale('fynbos-locale=pl-PL', 'fr', de)).toBe('pl-PL');
  expect(chooseLocale('', 'fr', standard)).toBe('fr-FR');
});

test('every language has its own name', () => {
  expect(new Set(Object.values(languageNames)).size).toBe(locales.length);
});
