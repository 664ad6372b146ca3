import { describe, expect, test } from 'vitest';
import { defaultStoreView } from './shop.ts';
import { extendViews, missingViews, placeAtHost, placeFrom, placesOf, storeViews } from './store-views.ts';

describe('a store view (SHOP-3, spec commerce 1, spec accounts 3)', () => {
  test('de and it are there with their ids, in euros, and it inherits from de what it does not say', () => {
    expect(storeViews.map(({ code, id, currency, locale }) => [code, id, currency, locale])).toEqual([
      ['', 1, 'ZAR', 'en-US'],
      ['de', 3, 'EUR', 'de-DE'],
      ['it', 4, 'EUR', 'it-IT'],
    ]);
    expect(missingViews).toEqual([]);
  });

  test('extends a view that extends another; an unset value is that of the default view', () => {
    const { views, missing } = extendViews([
      { code: 'at', extend: 'de', id: 5, index: 'fynbos_at', country: 'AT' },
      { code: 'de', id: 3, index: 'fynbos_de', currency: 'EUR', appendStoreCode: true },
      { code: 'vie', extend: 'at', id: 6, index: 'fynbos_vie' },
    ]);
    expect(missing).toEqual([]);
    expect(views.map(({ code, currency, country }) => [code, currency, country])).toEqual([
      ['at', 'EUR', 'AT'],
      ['de', 'EUR', 'ZA'],
      ['vie', 'EUR', 'AT'],
    ]);
    expect(views[2]).toMatchObject({ appendStoreCode: true, locale: defaultStoreView.locale });
  });

  test('that extends a missing one, or itself, is named, and stands on the default one', () => {
    const { views, missing } = extendViews([
      { code: 'at', extend: 'xx', id: 5, index: 'fynbos_at' },
      { code: 'ch', extend: 'ch', id: 6, index: 'fynbos_ch' },
    ]);
    expect(missing).toEqual(['Storeview "xx" doesn\'t exist!', 'Storeview "ch" doesn\'t exist!']);
    expect(views[0]).toEqual({ ...defaultStoreView, code: 'at', id: 5, index: 'fynbos_at' });
  });
});

describe('the view of an address (spec accounts 2.1)', () => {
  const places = placesOf(storeViews, { it: 'https://fynbos.it/' });
  const codeOf = (origin: string, path: string) =>
    placeFrom(places, placeAtHost(places, origin), path).view.code;

  test('is named by the first part of its path', () => {
    expect(codeOf('https://shop.example', '/de')).toBe('de');
    expect(codeOf('https://shop.example', '/de/oats?x=1')).toBe('de');
    expect(codeOf('https://shop.example', '/de?x=1')).toBe('de');
    expect(codeOf('https://shop.example', '/dear')).toBe('');
  });

  test('or by its host; the path comes first, and what neither names is the default one', () => {
    expect(codeOf('http://fynbos.it', '/oats')).toBe('it');
    expect(codeOf('https://fynbos.it', '/de/oats')).toBe('de');
    expect(codeOf('https://fynbos.it:8443', '/oats')).toBe('');
    expect(codeOf('https://shop.example', '/')).toBe('');
  });

  test('a view with an address of its own needs no code in its paths', () => {
    expect(places.map(({ origin, prefix }) => origin + prefix)).toEqual(['', '/de', 'https://fynbos.it']);
    const [, , it] = placesOf(storeViews, { it: 'https://fynbos.it/it' });
    expect([it?.origin, it?.prefix]).toEqual(['https://fynbos.it', '/it']);
  });
});
