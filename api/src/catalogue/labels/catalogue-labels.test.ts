import { provinces } from '@fynbos/core/accounts/address.ts';
import { defaultStoreView } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import { catalogueTexts, labelsIn } from './catalogue-labels.ts';
import { provinceTexts } from './province-texts.ts';

const german = { code: 'de' };
const texts = catalogueTexts(
  [
    { name: 'Bread', view_texts: { de: { name: 'Brot' }, af: { name: 'Brood' } } },
    { name: 'Tin', view_texts: { af: { name: 'Blik' }, it: { name: 'Barattolo' } } },
    { name: 'Tin', view_texts: { af: { name: 'Tin' }, it: { name: 'Stagno' } } },
    { name: 'Water', view_texts: { af: { name: 'Water' } } },
    { name: '', view_texts: { de: { name: 'Nur deutsch' }, af: { name: 'Net Afrikaans' } } },
  ],
  'name',
);

test('labelsIn translates the texts of the default view into a language, or as a store view shows them', () => {
  expect(labelsIn(texts, defaultStoreView, 'af')).toEqual({ Bread: 'Brood', Tin: 'Blik' });
  expect(labelsIn(texts, defaultStoreView, 'de')).toEqual({ Bread: 'Brot' });
  expect(labelsIn(texts, defaultStoreView, 'it')).toEqual({ Tin: 'Barattolo' });
  expect(labelsIn(texts, defaultStoreView, 'zu')).toEqual({});
  expect(labelsIn(texts, defaultStoreView, 'en')).toEqual({});
});

test('labelsIn translates the texts of another view from its own texts, also back to those of the shop', () => {
  expect(labelsIn(texts, german, 'en')).toEqual({ Brot: 'Bread' });
  expect(labelsIn(texts, german, 'af')).toEqual({
    Brot: 'Brood',
    Tin: 'Blik',
    'Nur deutsch': 'Net Afrikaans',
  });
  expect(labelsIn(texts, german, 'de')).toEqual({});
});

test('labelsIn translates a text that every store view shows also into the language of the view', () => {
  const shared = texts.map((text) => ({ ...text, isShared: true }));
  expect(labelsIn(shared, german, 'de')).toEqual({ Bread: 'Brot' });
});

test('labelsIn knows every province', () => {
  expect(provinceTexts.map(({ text }) => text).toSorted()).toEqual(
    provinces.map(({ name }) => name).toSorted(),
  );
  expect(labelsIn(provinceTexts, german, 'af')['Western Cape']).toBe('Wes-Kaap');
});
