import { defaultStoreView } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { expect, test } from 'vitest';
import { cacheKeyOf, type PageRequest } from './cache-key.ts';

function pageRequest(
  url: string,
  headers: PageRequest['headers'] = {},
  more: Partial<PageRequest> = {},
): PageRequest {
  return { method: 'GET', url, origin: 'https://shop.example', view: defaultStoreView, headers, ...more };
}

test('cacheKeyOf combines store view, origin, language, path and the relevant parameters in a fixed order', () => {
  expect(cacheKeyOf(pageRequest('/c/tea?sort=name&colour=2&colour=1&utm_source=x&fbclid=y'))).toEqual({
    key: '\nhttps://shop.example\nen-US\n/c/tea?colour=2&colour=1&sort=name',
    url: '/c/tea?colour=2&colour=1&sort=name',
  });
});

test('cacheKeyOf separates origins, store views and languages', () => {
  const keys = [
    pageRequest('/'),
    pageRequest('/', {}, { origin: 'https://evil.example' }),
    pageRequest('/', {}, { view: storeViews[1]! }),
    pageRequest('/', { 'accept-language': 'de' }),
  ].map((request) => cacheKeyOf(request)?.key);
  expect(new Set(keys).size).toBe(4);
});

test('cacheKeyOf is the same for a chosen language and the same accepted language', () => {
  const chosen = cacheKeyOf(pageRequest('/', { cookie: 'fynbos-locale=de-DE', 'accept-language': 'fr' }));
  expect(chosen).toEqual(cacheKeyOf(pageRequest('/', { 'accept-language': 'de-AT' })));
});

test('cacheKeyOf ignores the cookies of analytics, chat and store choice', () => {
  const cookie =
    '_ga=GA1.1.2; _ga_X1=GS1.1; _gid=3; _gat_UA-1-2=1; _gcl_au=4; twk_uuid_5=6; twk_idm_key=7; TawkConnectionTime=0; adv-store-picker=cape-town';
  expect(cacheKeyOf(pageRequest('/', { cookie: `${cookie}; fynbos-locale=de-DE` }))).toEqual(
    cacheKeyOf(pageRequest('/', { cookie: 'fynbos-locale=de-DE' })),
  );
  expect(cacheKeyOf(pageRequest('/', { cookie }))).toEqual(cacheKeyOf(pageRequest('/')));
  for (const personal of ['_gate=1', '_gallery=1', 'twk=1', 'adv-store-pickers=1', 'fynbos-refresh=1'])
    expect(cacheKeyOf(pageRequest('/', { cookie: `${cookie}; ${personal}` })), personal).toBeUndefined();
});

test('cacheKeyOf is undefined for a page that must not be cached', () => {
  expect(cacheKeyOf(pageRequest('/', { cookie: 'fynbos-locale=de-DE; cart=1' }))).toBeUndefined();
  expect(cacheKeyOf(pageRequest('/', { cookie: 'fynbos-locale-of-another=1' }))).toBeUndefined();
  expect(cacheKeyOf(pageRequest('/', { authorization: 'Bearer x' }))).toBeUndefined();
  expect(cacheKeyOf(pageRequest('/?token=x'))).toBeUndefined();
  expect(cacheKeyOf(pageRequest('/', {}, { method: 'POST' }))).toBeUndefined();
});

test('cacheKeyOf has its own key for low data, by cookie or header, and the usual key for all others', () => {
  const keyOf = (headers: PageRequest['headers']) => cacheKeyOf(pageRequest('/', headers))?.key;
  const low = keyOf({ 'save-data': 'on' });
  const [chosen, refused] = ['fynbos-low-data=on', 'fynbos-low-data=off'];
  expect(low).not.toBe(keyOf({}));
  expect(keyOf({ cookie: chosen })).toBe(low);
  expect(keyOf({ cookie: refused, 'save-data': 'on' })).toBe(keyOf({}));
  expect(keyOf({ 'save-data': 'off' })).toBe(keyOf({}));
});
