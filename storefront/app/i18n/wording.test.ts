import { readFileSync } from 'node:fs';
import path from 'node:path';
import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../sources.ts';
import type { Catalogue } from './catalogue.ts';
import { readCatalogue } from './messages-plugin.ts';
import { messageParts } from './parts.ts';

/** How messages are written, which nobody sees who reads one at a time. Each failure names the message. */

const english = readCatalogue('en-US');
const translations = locales.filter((locale) => !locale.startsWith('en-'));

/** The messages of a language that a pattern is found in. */
function offending(catalogue: Catalogue, wrong: RegExp, except: readonly string[] = []): string[] {
  return Object.entries(catalogue)
    .filter(([id, text]) => !except.includes(id) && wrong.test(said(text)))
    .map(([id, text]) => `${id}: ${text}`);
}

/** What is read of a message: without its values and the grammar of its plurals. */
const said = (text: string) =>
  text.replace(/\{\w+\}/g, 'X').replace(/\{\w+, plural,|(?:=\d|zero|one|two|few|many|other) \{|[{}]/g, ' ');

describe('ids', () => {
  const code = readSources()
    .filter(({ path, isTest }) => /^(storefront|core)\//.test(path) && !isTest)
    .map(({ code }) => code)
    .concat(readFileSync(path.join(import.meta.dirname, '../content/banners/main.json'), 'utf8'))
    .join('\n');
  /** Families that are put together: `problem.${code}`, `${kind}.added`. */
  const beginnings = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, start]) => start!);
  const ends = [...code.matchAll(/`\$\{[^`{}]+\}(\.[\w.-]+)`/g)].map(([, end]) => end!);
  const isPutTogether = (id: string) =>
    beginnings.some((start) => id.startsWith(start)) || ends.some((end) => id.endsWith(end));

  test('each is used by the code, whole or put together', () => {
    const isNamed = (id: string) => ["'", '"'].some((quote) => code.includes(quote + id + quote));
    expect(Object.keys(english).filter((id) => !isNamed(id) && !isPutTogether(id))).toEqual([]);
  });

  test('each that the code asks for is there', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, id]) => id!);
    expect(asked.length).toBeGreaterThan(300);
    expect(asked.filter((id) => !(id in english))).toEqual([]);
  });

  test('each stands in one part only', () => {
    const all = messageParts.flatMap((part) => Object.keys(readCatalogue('en-US', part)));
    expect(all.filter((id, at) => all.indexOf(id) !== at)).toEqual([]);
  });
});

/** Decision 39: legal text is not machine-translated; it is marked as English where it is shown. */
const legal = ['checkout.termsText'];

describe.each(translations)('%s', (locale) => {
  const own = readCatalogue(locale);

  test('leaves no sentence in English', () => {
    const words = (text: string) =>
      said(text)
        .split(/\s+/)
        .filter((word) => /\p{L}{2}/u.test(word)).length;
    const same = Object.keys(own).filter((id) => own[id] === english[id] && words(own[id] ?? '') > 3);
    expect(same.filter((id) => !legal.includes(id))).toEqual([]);
  });

  test('is typeset: curly quotes and apostrophes, an ellipsis of one sign, no stray blanks', () => {
    expect(offending(own, /["'`]/, legal)).toEqual([]);
    expect(offending(own, /\.\.\.|……/)).toEqual([]);
    expect(Object.keys(own).filter((id) => / {2}|^\s|\s$|\s[.,]/.test(own[id]!))).toEqual([]);
  });

  test('names a thing of the shop in one way', () => {
    expect(own['account.recentlyViewed']).toBe(own['recent.title']);
    for (const [id, twin] of twins) expect([id, own[id]]).toEqual([id, own[twin]]);
  });
});

/** What says the same in two places says it in the same words. */
const twins = [
  ['problem.internal', 'error.lead'],
  ['store.title', 'store.open'],
  ['address.province', 'cart.province'],
  ['address.postcode', 'cart.postcode'],
  ['orders.deliverTo', 'address.defaultShipping'],
  ['orders.billTo', 'address.defaultBilling'],
] as const;

/** How a language would say «you» to a friend; a shop does not. */
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

test.each(Object.entries(familiar))('%s addresses shoppers as a shop does', (locale, wrong) => {
  const whole = new RegExp(`(?<!\\p{L})(?:${wrong})(?!\\p{L})`, 'iu');
  expect(offending(readCatalogue(locale), whole, legal)).toEqual([]);
});

test('German shops are «Märkte», everywhere', () => {
  expect(offending(readCatalogue('de-DE'), /Filial/)).toEqual([]);
});

test('French signs stand behind a blank that does not break', () => {
  expect(
    offending(
      readCatalogue('fr-FR'),
      /(?<![\u00A0\u202F])[?!;»]|(?<![\u00A0\u202F\d])[:](?!\/)|«(?![\u00A0\u202F])/,
      legal,
    ),
  ).toEqual([]);
});

test('German says «…» with a blank before it', () => {
  expect(offending(readCatalogue('de-DE'), /[^ \u00A0]…/)).toEqual([]);
});
