import { locales } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import { compileCatalogue } from './message-compiler.ts';
import { readCatalogue } from './messages-plugin.ts';
import { makeText } from './text.ts';

const textIn = (locale: (typeof locales)[number]) =>
  makeText(locale, compileCatalogue({ ...readCatalogue('en-US'), ...readCatalogue(locale) }));

test('t inserts values and plurals', () => {
  const { t } = textIn('en-US');
  expect(t('stock.only', { maxQuantity: 3 })).toBe('Only 3 products of this type are available.');
  expect([0, 1, 1234].map((count) => t('listing.count', { count }))).toEqual([
    'No products',
    '1 product',
    '1,234 products',
  ]);
});

test('price writes the minus first, and the separators of the language (SHOP-1, SHOP-2)', () => {
  // en-ZA adds nothing to en-US (spec accounts 1), although Intl has its own rules for it.
  for (const locale of locales.filter((candidate) => candidate !== 'en-ZA')) {
    const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(12_345_678.5);
    expect([locale, textIn(locale).price(-12_345_678.5)]).toEqual([locale, `-R${written}`]);
  }
});

test('a short price omits the cents of a round amount only', () => {
  const { price } = textIn('en-US');
  const amounts = [price(1150, { short: true }), price(150.5, { short: true }), price(150)];
  expect(amounts).toEqual(['R1,150', 'R150.50', 'R150.00']);
});

test('date writes days as the language does, in the shop’s time zone', () => {
  const lateInUtc = '2026-11-20T23:30:00Z';
  expect(textIn('en-US').date(lateInUtc)).toBe('November 21, 2026');
  expect(textIn('de-DE').date(lateInUtc)).toBe('21. November 2026');
  expect(textIn('ja-JP').date(lateInUtc)).toBe('2026年11月21日');
});

test('number writes small whole numbers the same in every language', () => {
  for (const locale of locales) {
    const { number } = textIn(locale);
    for (const value of [0, 7, 42, 999])
      expect(number(value)).toBe(new Intl.NumberFormat(locale).format(value));
  }
});

test('number writes numbers as the language does', () => {
  expect(textIn('de-DE').number(1234.5)).toBe('1.234,5');
  expect(textIn('en-US').number(0.25, { style: 'percent' })).toBe('25%');
});
