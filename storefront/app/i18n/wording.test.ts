import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { readSources } from '../../../sources.ts';
import type { Catalogue } from './catalogue.ts';
import { readCatalogue } from './messages-plugin.ts';

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
    .filter(({ path, isTest }) => /^(storefront|core)\//.test(path) && !isTest && !path.includes('/locales/'))
    .map(({ text }) => text)
    .join('\n');
  /** Families that are put together: `problem.${code}`. */
  const families = new Set([...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, family]) => family!));
  const mayBePutTogether = (id: string) => [...families].some((family) => id.startsWith(family));

  test('each is used by the code, whole or put together', () => {
    const idle = Object.keys(english).filter((id) => !code.includes(`'${id}'`) && !mayBePutTogether(id));
    expect(idle).toEqual([]);
  });

  test('what is put together has a message for each thing it is put together from', () => {
    const asked = [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)].map(([, id]) => id!);
    expect(asked.length).toBeGreaterThan(300);
    expect(asked.filter((id) => !(id in english))).toEqual([]);
  });

  test('each stands in one part only', () => {
    const { length } = Object.keys(english);
    expect(length).toBe(new Set(Object.keys(english)).size);
  });
});

describe.each(translations)('%s', (locale) => {
  const own = readCatalogue(locale);

  test('leaves no sentence in English', () => {
    // Decision 39: legal text is not machine-translated; it is marked as English where it is shown.
    const legal = ['checkout.termsText'];
    const same = Object.entries(own).filter(
      ([id, text]) =>
        text === english[id] &&
        said(text)
          .split(/\s+/)
          .filter((word) => /\p{L}{2}/u.test(word)).length > 3,
    );
    expect(same.map(([id]) => id).filter((id) => !legal.includes(id))).toEqual([]);
  });

  test('is typeset: curly quotes and apostrophes, one kind of ellipsis, no stray blanks', () => {
    const legal = ['checkout.termsText'];
    expect(offending(own, /["'`]/, legal)).toEqual([]);
    expect(offending(own, /\.\.\.|\u2026\u2026/)).toEqual([]);
    expect(offending(own, /^ X|[^ ] {2,}[^ ]|^\s|\s$/)).toEqual([]);
  });
});
