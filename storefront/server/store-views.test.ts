import { placesOf, storeViews } from '@fynbos/core/store-views.ts';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { viewsAt } from './store-views.ts';

const ask = (
  show: ReturnType<typeof viewsAt>,
  url: string,
  { host = 'shop.example', referer }: { host?: string; referer?: string } = {},
) => {
  const { here, path, elsewhere } = show(
    { protocol: 'https', host, headers: { referer } } as FastifyRequest,
    url,
  );
  return elsewhere ? { elsewhere } : { code: here?.view.code, path };
};

test('without multistore every address is the shop’s own', () => {
  const show = viewsAt([], undefined);
  expect(ask(show, '/de/oats')).toEqual({ code: undefined, path: '/de/oats' });
});

describe('an address of a store view (accounts 2.1)', () => {
  const show = viewsAt(placesOf(storeViews, {}), undefined);

  test('begins with its code, wherever the query begins', () => {
    expect(ask(show, '/')).toEqual({ code: '', path: '/' });
    expect(ask(show, '/dear')).toEqual({ code: '', path: '/dear' });
    for (const url of ['/de', '/de/']) expect(ask(show, url), url).toEqual({ code: 'de', path: '/' });
    expect(ask(show, '/de?q=1')).toEqual({ code: 'de', path: '/?q=1' });
    expect(ask(show, '/it/search?q=de')).toEqual({ code: 'it', path: '/search?q=de' });
  });

  test('that names another view inside one is sent to that view', () => {
    expect(ask(show, '/de/it/oats?x=1')).toEqual({ elsewhere: 'https://shop.example/it/oats?x=1' });
    expect(ask(show, '/de/it')).toEqual({ elsewhere: 'https://shop.example/it' });
    expect(ask(show, '/it/it?x=1')).toEqual({ elsewhere: 'https://shop.example/it?x=1' });
  });

  test('that a page of another view leads to by a script is fetched as a document', () => {
    const from = (referer: string, url: string) =>
      ask(show, url, { referer: `https://shop.example${referer}` });
    expect(from('/', '/de/oats.data?_routes=a&q=1')).toEqual({
      elsewhere: 'https://shop.example/de/oats?q=1',
    });
    expect(from('/pantry', '/de.data')).toEqual({ elsewhere: 'https://shop.example/de' });
    expect(from('/de/pantry', '/de/oats.data')).toEqual({ code: 'de', path: '/oats' });
    expect(from('/de', '/de/_.data')).toEqual({ code: 'de', path: '/' });
    expect(from('/de/pantry', '/de/it/oats.data')).toEqual({ elsewhere: 'https://shop.example/it/oats' });
    expect(ask(show, '/de/oats.data')).toEqual({ code: 'de', path: '/oats' });
  });
});

describe('a store view with a host of its own', () => {
  const places = placesOf(storeViews, { de: 'https://fynbos.de', it: 'https://fynbos.it/it' });
  const show = viewsAt(places, 'https://shop.example');

  test('stands there, with its code in the path or without', () => {
    expect(ask(show, '/oats', { host: 'fynbos.de' })).toEqual({ code: 'de', path: '/oats' });
    expect(ask(show, '/it/oats', { host: 'fynbos.it' })).toEqual({ code: 'it', path: '/oats' });
    expect(ask(show, '/oats', { host: 'fynbos.it' })).toEqual({ elsewhere: 'https://fynbos.it/it/oats' });
    expect(ask(show, '/', { host: 'fynbos.it' })).toEqual({ elsewhere: 'https://fynbos.it/it' });
  });

  test('is where its addresses lead from any other host, and the other way round', () => {
    expect(ask(show, '/de/oats?x=1')).toEqual({ elsewhere: 'https://fynbos.de/oats?x=1' });
    expect(ask(show, '/de')).toEqual({ elsewhere: 'https://fynbos.de/' });
    expect(ask(show, '/it/oats', { host: 'fynbos.de' })).toEqual({ elsewhere: 'https://fynbos.it/it/oats' });
    expect(ask(show, '/oats', { host: '127.0.0.1:3000' })).toEqual({ code: '', path: '/oats' });
  });
});
