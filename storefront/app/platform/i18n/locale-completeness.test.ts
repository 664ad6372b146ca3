import { problems } from '@fynbos/core/problem.ts';
import { locales } from '@fynbos/core/shop.ts';
import { describe, expect, test } from 'vitest';
import { compileCatalogue, translationProblems } from './message-compiler.ts';
import { readCatalogue } from './messages-plugin.ts';

const english = readCatalogue('en-US');

describe('every language', () => {
  test.each(locales.filter((locale) => locale !== 'en-ZA'))(
    '%s has every message, with the same values',
    (locale) => {
      expect(translationProblems(locale, readCatalogue(locale), english)).toEqual([]);
    },
  );

  test('en-ZA is an empty catalogue that adds nothing (spec accounts 1)', () => {
    expect(readCatalogue('en-ZA')).toEqual({});
  });

  test('every problem has a message, and the English one equals the API’s', () => {
    for (const [code, { sentence }] of Object.entries(problems)) {
      expect([code, english[`problem.${code}`]]).toEqual([code, sentence]);
    }
  });

  test('the English catalogue contains the fixed sentences (spec commerce 8, spec accounts 8)', () => {
    expect(Object.values(english)).toEqual(
      expect.arrayContaining([
        'No products synchronized for this category. Please come back while online!',
        'Product not found.',
        'In stock!',
        'Out of stock!',
        'Only {maxQuantity} products of this type are available.',
        'Stock check in progress, please wait...',
        'No available product variants',
        'No such configuration for the product. Please do choose another combination of attributes.',
        'The product, category or CMS page is not available in Offline mode. Redirecting to Home.',
        'Something went wrong, try again in a few seconds',
        'Internal Server Error 500',
        'Price low to high',
        'Price high to low',
      ]),
    );
  });
});

describe('translationProblems reports a problem', () => {
  const source = { 'a.name': 'Hello {name}', 'a.count': '{count, plural, one {# thing} other {# things}}' };
  const complete = {
    'a.name': 'Ahoj {name}',
    'a.count': '{count, plural, one {# věc} few {# věci} other {# věcí}}',
  };

  test('but none for a complete translation', () => {
    expect(translationProblems('cs-CZ', complete, source)).toEqual([]);
  });

  test.each([
    ['a text is missing', { 'a.count': complete['a.count'] }, 'cs-CZ: a.name is missing'],
    ['a text is empty', { ...complete, 'a.name': ' ' }, 'cs-CZ: a.name is empty'],
    ['an id is unknown', { ...complete, 'a.nome': 'x' }, 'cs-CZ: a.nome is not an id of the source'],
    [
      'a placeholder has a different name',
      { ...complete, 'a.name': 'Ahoj {nome}' },
      'cs-CZ: a.name has the values "nome:text", the source has "name:text"',
    ],
    [
      'a plural lacks a branch of its language',
      { ...complete, 'a.count': source['a.count'] },
      'cs-CZ: a.count lacks the plural few',
    ],
  ])('when %s', (_what, translated, problem) => {
    expect(translationProblems('cs-CZ', translated, source)).toContain(problem);
  });

  test('when a plural has a branch that the language does not have', () => {
    const wrong = { 'a.name': 'x {name}', 'a.count': '{count, plural, one {# 件} other {# 件}}' };
    expect(translationProblems('ja-JP', wrong, source)).toEqual([
      'ja-JP: a.count has plurals the language does not have: one',
    ]);
  });

  test('compileCatalogue names the id of a message that is not valid ICU', () => {
    expect(() => compileCatalogue({ 'a.name': 'Hello {name' })).toThrow('a.name');
  });
});
