import { placesOf, storeViews } from '@fynbos/core/store-views.ts';
import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { viewsAt } from './store-view-routing.ts';

const resolveUrl = (
  show: ReturnType<typeof viewsAt>,
  url: string,
  { host = 'shop.example', referer }: { host?: string; referer?: string } = {},
) => {
  const { currentView, path, elsewhere } = show(
    { protocol: 'https', host, headers: { referer } } as FastifyRequest,
    url,
  );
  return elsewhere ? { elsewhere } : { code: currentView?.view.code, path };
};

test('viewsAt without multistore treats every address as the shop’s own', () => {
  const show = viewsAt([], undefined);
  expect(resolveUrl(show, '/de/oats')).toEqual({ code: undefined, path: '/de/oats' });
});

describe('an address of a store view (spec accounts 2.1)', () => {
  const show = viewsAt(placesOf(storeViews, {}), undefined);

  test('begins with its code, wherever the query begins', () => {
    expect(resolveUrl(show, '/')).toEqual({ code: '', path: '/' });
    expect(resolveUrl(show, '/dear')).toEqual({ code: '', path: '/dear' });
    for (const url of ['/de', '/de/']) expect(resolveUrl(show, url), url).toEqual({ code: 'de', path: '/' });
    expect(resolveUrl(show, '/de?q=1')).toEqual({ code: 'de', path: '/?q=1' });
    expect(resolveUrl(show, '/it/search?q=de')).toEqual({ code: 'it', path: '/search?q=de' });
  });

  test('that names another view is redirected to that view', () => {
    expect(resolveUrl(show, '/de/it/oats?x=1')).toEqual({ elsewhere: 'https://shop.example/it/oats?x=1' });
    expect(resolveUrl(show, '/de/it')).toEqual({ elsewhere: 'https://shop.example/it' });
    expect(resolveUrl(show, '/it/it?x=1')).toEqual({ elsewhere: 'https://shop.example/it?x=1' });
  });

  test('that client navigation requests from a page of another view is loaded as a document', () => {
    const from = (referer: string, url: string) =>
      resolveUrl(show, url, { referer: `https://shop.example${referer}` });
    expect(from('/', '/de/oats.data?_routes=a&q=1')).toEqual({
      elsewhere: 'https://shop.example/de/oats?q=1',
    });
    expect(from('/pantry', '/de.data')).toEqual({ elsewhere: 'https://shop.example/de' });
    expect(from('/de/pantry', '/de/oats.data')).toEqual({ code: 'de', path: '/oats' });
    expect(from('/de', '/de/_.data')).toEqual({ code: 'de', path: '/' });
    expect(from('/de/pantry', '/de/it/oats.data')).toEqual({ elsewhere: 'https://shop.example/it/oats' });
    expect(resolveUrl(show, '/de/oats.data')).toEqual({ code: 'de', path: '/oats' });
  });
});

describe('a store view with its own host', () => {
  const places = placesOf(storeViews, { de: 'https://fynbos.de', it: 'https://fynbos.it/it' });
  const show = viewsAt(places, 'https://shop.example');

  test('is served there, with its code in the path or without', () => {
    expect(resolveUrl(show, '/oats', { host: 'fynbos.de' })).toEqual({ code: 'de', path: '/oats' });
    expect(resolveUrl(show, '/it/oats', { host: 'fynbos.it' })).toEqual({ code: 'it', path: '/oats' });
    expect(resolveUrl(show, '/oats', { host: 'fynbos.it' })).toEqual({
      elsewhere: 'https://fynbos.it/it/oats',
    });
    expect(resolveUrl(show, '/', { host: 'fynbos.it' })).toEqual({ elsewhere: 'https://fynbos.it/it' });
  });

  test('is the target of redirects from any other host, and redirects addresses of other views', () => {
    expect(resolveUrl(show, '/de/oats?x=1')).toEqual({ elsewhere: 'https://fynbos.de/oats?x=1' });
    expect(resolveUrl(show, '/de')).toEqual({ elsewhere: 'https://fynbos.de/' });
    expect(resolveUrl(show, '/it/oats', { host: 'fynbos.de' })).toEqual({
      elsewhere: 'https://fynbos.it/it/oats',
    });
    expect(resolveUrl(show, '/oats', { host: '127.0.0.1:3000' })).toEqual({ code: '', path: '/oats' });
  });
});
