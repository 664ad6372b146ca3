import { isFixedRoute } from '@fynbos/core/catalogue/fixed-routes.ts';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, test } from 'vitest';
import { brandPath, imagePath, productPath, searchPathFor, withQuery } from './paths.ts';
import routes from './routes.ts';

const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);

test('nothing of the catalogue may stand where the shop has a page of its own (decision 30)', async () => {
  const own = pathsOf(await routes).filter((path) => path !== '*');
  expect(own).toContain('cart');
  expect(own.filter((path) => !isFixedRoute(path))).toEqual([]);
});

describe('links of the shop', () => {
  test('a product lives at its url_path, its variant in the query (decision 30)', () => {
    const oats = { url_path: 'pantry/rolled oats' };
    expect(productPath(oats)).toBe('/pantry/rolled%20oats');
    expect(productPath(oats, 'OAT-1KG')).toBe('/pantry/rolled%20oats?childSku=OAT-1KG');
  });

  test('what a shopper typed is written so that it stays one word of the address', () => {
    expect(searchPathFor('salt & pepper?')).toBe('/search?q=salt+%26+pepper%3F');
    expect(brandPath('a/b')).toBe('/brand/a%2Fb');
    expect(withQuery('/oats', new URLSearchParams())).toBe('/oats');
  });

  test('a product without a picture gets the placeholder (CAT-10)', () => {
    expect(imagePath([310, 300], '/o/a/oats.jpg')).toBe('/img/310/300/resize/o/a/oats.jpg');
    expect(imagePath([150, 150], 'no_selection')).toBe('/img/150/150/resize/placeholder');
    expect(imagePath([150, 150], '')).toBe('/img/150/150/resize/placeholder');
  });
});
