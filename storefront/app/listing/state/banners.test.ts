import { readFileSync } from 'node:fs';
import { slugOf } from '@fynbos/core/catalogue/slug.ts';
import { describe, expect, test } from 'vitest';
import english from '../../platform/i18n/locales/home/en-US.json' with { type: 'json' };
import { type BannerEntry, bannersOf, headImageOf, joined } from './banners.ts';

const project = new URL('../../../../', import.meta.url);
const shown = [undefined, 'de', 'it'].flatMap((code) => Object.values(bannersOf(code)).flat());

/** The addresses of the demo shop's categories, from the paths of their names. */
const addresses = readFileSync(new URL('catalogue/demo/categories.csv', project), 'utf8')
  .split('\n')
  .slice(1)
  .map((line) => /^(?:"([^"]*)"|([^,]*))/.exec(line))
  .map((match) =>
    (match?.[1] ?? match?.[2] ?? '')
      .split('>')
      .map((name) => slugOf(name.trim()))
      .join('/'),
  );

describe('banners of the store views (spec accounts 3)', () => {
  test('bannersOf links to categories of the demo shop', () => {
    const links = shown.map(({ link }) => link).filter((link) => link !== undefined);
    expect(links.length).toBeGreaterThanOrEqual(3);
    expect(links.filter((link) => !addresses.includes(link))).toEqual([]);
  });

  test('bannersOf uses messages that exist in every language', () => {
    const messageIds = shown.flatMap(({ title, text }) => [title, text]).filter((id) => id !== undefined);
    expect(messageIds.filter((id) => !(id in english))).toEqual([]);
  });

  test('headImageOf prefers the picture for a category or one above it to the default', () => {
    const head = (id: string) => ({ id, image: `/${id}`, narrowImage: `/${id}` });
    const heads = [head('default'), head('pantry')];
    expect(['pantry', 'pantry/oats', 'pantry-2'].map((path) => headImageOf(heads, path)?.id)).toEqual([
      'pantry',
      'pantry',
      'default',
    ]);
    expect(headImageOf([], 'pantry')).toBeUndefined();
  });

  test('bannersOf serves a store code without its own file', () => {
    expect(bannersOf('unlisted')).toEqual(bannersOf('main'));
  });

  test.each(['de', 'it'])('bannersOf shows the store view %s no banners about South Africa', (code) => {
    const { mainBanners, smallBanners, productBanners } = bannersOf(code);
    expect(mainBanners.map(({ id }) => id)).toEqual(['health']);
    expect(smallBanners).toEqual([]);
    expect(productBanners).toEqual(bannersOf('main').productBanners);
  });
});

describe('joining the two pictures of a banner', () => {
  const entry = (id: string, isMobile: boolean): BannerEntry => ({
    id,
    isMobile,
    image: `/${id}-${isMobile}`,
  });

  test('joined merges two entries into one banner, in the order of the file', () => {
    const banners = joined([entry('a', true), entry('b', false), entry('a', false), entry('b', true)]);
    expect(banners.map(({ image, narrowImage }) => [image, narrowImage])).toEqual([
      ['/a-false', '/a-true'],
      ['/b-false', '/b-true'],
    ]);
  });

  test('joined uses one picture for both sizes when the other is missing', () => {
    expect(joined([entry('a', true)])).toEqual([{ id: 'a', image: '/a-true', narrowImage: '/a-true' }]);
  });
});
