import { defaultStoreView } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import { expect, test } from 'vitest';
import { type Asked, cacheKeyOf } from './cache-key.ts';

function asked(url: string, headers: Asked['headers'] = {}, more: Partial<Asked> = {}): Asked {
  return { method: 'GET', url, origin: 'https://shop.example', view: defaultStoreView, headers, ...more };
}

test('is store view, origin, language, path and the parameters that matter, in one order', () => {
  expect(cacheKeyOf(asked('/c/tea?sort=name&colour=2&colour=1&utm_source=x&fbclid=y'))).toEqual({
    key: '\nhttps://shop.example\nen-US\n/c/tea?colour=2&colour=1&sort=name',
    url: '/c/tea?colour=2&colour=1&sort=name',
  });
});

test('tells origins, store views and languages apart', () => {
  const keys = [
    asked('/'),
    asked('/', {}, { origin: 'https://evil.example' }),
    asked('/', {}, { view: storeViews[1]! }),
    asked('/', { 'accept-language': 'de' }),
  ].map((one) => cacheKeyOf(one)?.key);
  expect(new Set(keys).size).toBe(4);
});

test('is the same for a language chosen and the same language wished', () => {
  const chosen = cacheKeyOf(asked('/', { cookie: 'fynbos-locale=de-DE', 'accept-language': 'fr' }));
  expect(chosen).toEqual(cacheKeyOf(asked('/', { 'accept-language': 'de-AT' })));
});

test('is the same for who agreed to be measured, opened the chat or chose a store', () => {
  const cookie =
    '_ga=GA1.1.2; _ga_X1=GS1.1; _gid=3; _gat_UA-1-2=1; _gcl_au=4; twk_uuid_5=6; twk_idm_key=7; TawkConnectionTime=0; adv-store-picker=cape-town';
  expect(cacheKeyOf(asked('/', { cookie: `${cookie}; fynbos-locale=de-DE` }))).toEqual(
    cacheKeyOf(asked('/', { cookie: 'fynbos-locale=de-DE' })),
  );
  expect(cacheKeyOf(asked('/', { cookie }))).toEqual(cacheKeyOf(asked('/')));
  for (const personal of ['_gate=1', '_gallery=1', 'twk=1', 'adv-store-pickers=1', 'fynbos-refresh=1'])
    expect(cacheKeyOf(asked('/', { cookie: `${cookie}; ${personal}` })), personal).toBeUndefined();
});

test('is nothing for what must not be kept', () => {
  expect(cacheKeyOf(asked('/', { cookie: 'fynbos-locale=de-DE; cart=1' }))).toBeUndefined();
  expect(cacheKeyOf(asked('/', { cookie: 'fynbos-locale-of-another=1' }))).toBeUndefined();
  expect(cacheKeyOf(asked('/', { authorization: 'Bearer x' }))).toBeUndefined();
  expect(cacheKeyOf(asked('/?token=x'))).toBeUndefined();
  expect(cacheKeyOf(asked('/', {}, { method: 'POST' }))).toBeUndefined();
});

test('is another for who asks for little data, however they do, and the same as ever for all others', () => {
  const keyOf = (headers: Asked['headers']) => cacheKeyOf(asked('/', headers))?.key;
  const low = keyOf({ 'save-data': 'on' });
  const [chosen, refused] = ['fynbos-low-data=on', 'fynbos-low-data=off'];
  expect(low).not.toBe(keyOf({}));
  expect(keyOf({ cookie: chosen })).toBe(low);
  expect(keyOf({ cookie: refused, 'save-data': 'on' })).toBe(keyOf({}));
  expect(keyOf({ 'save-data': 'off' })).toBe(keyOf({}));
});
