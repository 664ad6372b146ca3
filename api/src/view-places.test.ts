import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { placesIn, viewUrlsOf } from './view-places.ts';

const addressesOf = (env: Record<string, string>) => {
  const urlOf = viewUrlsOf(readConfig({ MULTISTORE: 'on', PUBLIC_URL: 'https://shop.example', ...env }));
  return ['', 'de', 'it', 'gone'].map(urlOf);
};

describe('where store views are found (accounts 2.1)', () => {
  test('at their codes, unless the operator says where else; mails of other views lead to the shop', () => {
    expect(addressesOf({})).toEqual([
      'https://shop.example',
      'https://shop.example/de',
      'https://shop.example/it',
      'https://shop.example',
    ]);
    const own = addressesOf({ STORE_URLS: 'de=https://fynbos.de, it=https://shop.example/it/' });
    expect(own.slice(1, 3)).toEqual(['https://fynbos.de', 'https://shop.example/it']);
    expect(placesIn(readConfig({})).length).toBe(1);
    expect(new Set(addressesOf({ MULTISTORE: 'off' }))).toEqual(new Set(['https://shop.example']));
  });

  test('what is no address of a view stops the start, and says what one is', () => {
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
