import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../../scripts/sources.ts';
import type { Catalogue } from './message-compiler.ts';
import { messageParts, readCatalogue } from './messages-plugin.ts';

/** Style rules for messages that are only visible across all of them. Each failure names the message. */

const english = readCatalogue('en-US');
const translations = locales.filter((locale) => !locale.startsWith('en-'));

/** The messages of a language that match a pattern. */
function offending(catalogue: Catalogue, wrong: RegExp, except: readonly string[] = []): string[] {
  return Object.entries(catalogue)
    .filter(([id, text]) => !except.includes(id) && wrong.test(visibleText(text)))
    .map(([id, text]) => `${id}: ${text}`);
}

/** The visible text of a message: without placeholders and plural syntax. */
const visibleText = (text: string) =>
  text.replace(/\{\w+\}/g, 'X').replace(/\{\w+, plural,|(?:=\d|zero|one|two|few|many|other) \{|[{}]/g, ' ');

describe('ids', () => {
  const code = readSources()
    .filter(({ path, isTest }) => /^(storefront|core)\//.test(path) && !isTest)
    .map(({ code }) => code)
    .concat(readFileSync(path.join(import.meta.dirname, '../../listing/state/banners/main.json'), 'utf8'))
    .join('\n');
  /** Families of composed ids: `problem.${code}`, `${kind}.added`. */
  const beginnings = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, start]) => start!);
  const ends = [...code.matchAll(/`\$\{[^`{}]+\}(\.[\w.-]+)`/g)].map(([, end]) => end!);
  const isComposed = (id: string) =>
    beginnings.some((start) => id.startsWith(start)) || ends.some((end) => id.endsWith(end));

  test('every message id is used by the code, literally or composed', () => {
    const isNamed = (id: string) => ["'", '"'].some((quote) => code.includes(quote + id + quote));
    expect(Object.keys(english).filter((id) => !isNamed(id) && !isComposed(id))).toEqual([]);
  });

  test('every message id in the code exists', () => {
    const requestedIds = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, id]) => id!);
    expect(requestedIds.length).toBeGreaterThan(300);
    expect(requestedIds.filter((id) => !(id in english))).toEqual([]);
  });

  test('every message id belongs to one part only', () => {
    const all = messageParts().flatMap((part) => Object.keys(readCatalogue('en-US', part)));
    expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
  });
});

/** spec D39: legal text is not machine-translated; it is marked as English where it is shown. */
const legal = ['checkout.termsText', 'checkout.termsCancel'];

describe.each(translations)('%s', (locale) => {
  const translation = readCatalogue(locale);

  test('has no sentence left in English', () => {
    const wordCount = (text: string) =>
      visibleText(text)
        .split(/\s+/)
        .filter((word) => /\p{L}{2}/u.test(word)).length;
    const same = Object.keys(translation).filter(
      (id) => translation[id] === english[id] && wordCount(translation[id] ?? '') > 3,
    );
    expect(same.filter((id) => !legal.includes(id))).toEqual([]);
  });

  test('is typeset: curly quotes and apostrophes, a single ellipsis character, no stray spaces', () => {
    expect(offending(translation, /["'`]/, legal)).toEqual([]);
    expect(offending(translation, /\.\.\.|……/)).toEqual([]);
    expect(Object.keys(translation).filter((id) => / {2}|^\s|\s$|\s[.,]/.test(translation[id]!))).toEqual([]);
  });

  test('uses one name for each concept of the shop', () => {
    expect(translation['account.recentlyViewed']).toBe(translation['recent.title']);
    for (const [id, twin] of twins) expect([id, translation[id]]).toEqual([id, translation[twin]]);
  });
});

/** Pairs of messages that must have the same text. */
const twins = [
  ['problem.internal', 'error.lead'],
  ['store.title', 'store.open'],
  ['address.province', 'cart.province'],
  ['address.postcode', 'cart.postcode'],
  ['orders.deliverTo', 'address.defaultShipping'],
  ['orders.billTo', 'address.defaultBilling'],
] as const;

/** Informal forms of address, which a shop does not use. */
const familiar: Partial<Record<(typeof translations)[number], string>> = {
  'de-DE': 'du|dich|dir|deine?[mnrs]?|euch|euer',
  'fr-FR': 'tu|toi|tes|ton|ta',
  'es-ES': 'tú|tus?|te|contigo|tienes|estás|quieres|quisiste|inténtalo|espera un momento',
  'it-IT': 'tuo|tua|tuoi|tue|sei|ti|hai|vostr[aoie]|guardate|riprova (tra|quando)',
  'nl-NL': 'je|jij|jou|jouw',
  'pt-BR': 'tu|teu|tua|contigo|vós',
  'cs-CZ': 'tvůj|tvoje|tobě|jsi|máš|můžeš|chceš',
  'ru-RU': 'ты|тебе|тебя|твой|твоя|твои|твоё',
};

test.each(Object.entries(familiar))('%s addresses shoppers formally', (locale, wrong) => {
  const pattern = new RegExp(`(?<!\\p{L})(?:${wrong})(?!\\p{L})`, 'iu');
  expect(offending(readCatalogue(locale), pattern, legal)).toEqual([]);
});

test('German messages call stores «Märkte» everywhere', () => {
  expect(offending(readCatalogue('de-DE'), /Filial|Geschäft(?!s)/)).toEqual([]);
});

test('the label of the code names the voucher as the totals do, and «Gutschein» never stands alone', () => {
  for (const locale of translations) {
    const { 'cart.code': label, 'cart.voucher': voucher } = readCatalogue(locale);
    expect(label!.toLowerCase().endsWith(voucher!.toLowerCase()), locale).toBe(true);
  }
  expect(offending(readCatalogue('de-DE'), /(?<!Geschenk)gutschein/i)).toEqual([]);
});

test('French messages have a non-breaking space before punctuation', () => {
  expect(
    offending(
      readCatalogue('fr-FR'),
      /(?<![\u00A0\u202F])[?!;»]|(?<![\u00A0\u202F\d])[:](?!\/)|«(?![\u00A0\u202F])/,
      legal,
    ),
  ).toEqual([]);
});

test('German messages have a space before «…»', () => {
  expect(offending(readCatalogue('de-DE'), /[^ \u00A0]…/)).toEqual([]);
});
