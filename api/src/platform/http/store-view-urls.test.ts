import { describe, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { placesIn, viewUrlsOf } from './store-view-urls.ts';

const addressesOf = (env: Record<string, string>) => {
  const urlOf = viewUrlsOf(readConfig({ MULTISTORE: 'on', PUBLIC_URL: 'https://shop.example', ...env }));
  return ['', 'de', 'it', 'gone'].map(urlOf);
};

describe('addresses of store views (spec accounts 2.1)', () => {
  test('store views are at their codes unless STORE_URLS is set, and mails of other views link to the shop', () => {
    expect(addressesOf({})).toEqual([
      'https://shop.example',
      'https://shop.example/de',
      'https://shop.example/it',
      'https://shop.example',
    ]);
    const customAddresses = addressesOf({ STORE_URLS: 'de=https://fynbos.de, it=https://shop.example/it/' });
    expect(customAddresses.slice(1, 3)).toEqual(['https://fynbos.de', 'https://shop.example/it']);
    expect(placesIn(readConfig({})).length).toBe(1);
    expect(new Set(addressesOf({ MULTISTORE: 'off' }))).toEqual(new Set(['https://shop.example']));
  });

  test('an invalid view address stops the start, and the message describes a valid one', () => {
    for (const wrong of [
      'fr=https://fynbos.fr',
      'de=fynbos.de',
      'de=https://fynbos.de/shop',
      'de=https://a.example de=https://b.example',
      'de=https://a.example it=https://a.example',
    ])
      expect(() => readConfig({ STORE_URLS: wrong }), wrong).toThrow(
        'STORE_URLS must be addresses of store views',
      );
    expect(() => addressesOf({ PUBLIC_URL: '', STORE_URLS: 'de=https://fynbos.de' })).toThrow(
      'needs PUBLIC_URL',
    );
    expect(() => addressesOf({ STORE_URLS: 'de=https://shop.example' })).toThrow(
      'The store view de needs a code in its addresses or a host of its own',
    );
  });
});
