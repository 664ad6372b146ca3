import { defaultStoreView, type StoreView } from '@fynbos/core/shop.ts';
import { expect, test } from 'vitest';
import { catalogueTexts, labelsByLanguage } from './catalogue-labels.ts';

const german: Pick<StoreView, 'code' | 'locale'> = { code: 'de', locale: 'de-DE' };
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

test('labelsByLanguage translates the texts of the default view by language, or as a store view shows them', () => {
  const labels = labelsByLanguage(texts, defaultStoreView);
  expect(labels.get('af')).toEqual({ Bread: 'Brood', Tin: 'Blik' });
  expect(labels.get('de')).toEqual({ Bread: 'Brot' });
  expect(labels.get('it')).toEqual({ Tin: 'Barattolo' });
  expect(labels.get('zu')).toEqual({});
  expect(labels.has('en')).toBe(false);
});

test('labelsByLanguage translates the texts of another view from its own texts, also back to those of the shop', () => {
  const labels = labelsByLanguage(texts, german);
  expect(labels.get('en')).toEqual({ Brot: 'Bread' });
  expect(labels.get('af')).toEqual({ Brot: 'Brood', Tin: 'Blik', 'Nur deutsch': 'Net Afrikaans' });
  expect(labels.has('de')).toBe(false);
});
