import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { describe, expect, test } from 'vitest';
import type { CardProduct } from '../../catalogue/state/product-card-fields.ts';
import { recallListing, rememberListing } from './listing-memory.ts';
import { listingAddress } from './listing-path.ts';

const choice = (query: string) => readListingChoice(new URLSearchParams(query), 50, 4000);
const pageOf = (query: string, have: number, total: number) => ({
  name: 'remembered',
  listing: {
    scope: { filters: [] },
    choice: choice(query),
    items: Array.from({ length: have }, (_, id) => ({ id }) as CardProduct),
    total,
    facets: [],
    suggestions: [],
  },
});
const loadFresh = async () => ({ name: 'loaded anew' });
const recall = (address: string) => recallListing(new Request(`http://shop.test${address}`), loadFresh);

describe('listings remembered during a visit (CAT-4)', () => {
  test('recallListing returns as many products as were shown, without a request', async () => {
    rememberListing('/oats?colour=49&shown=100', pageOf('colour=49&shown=100', 90, 90));
    const page = (await recall('/oats?shown=100&colour=49')) as ReturnType<typeof pageOf>;
    expect([page.name, page.listing.items.length]).toEqual(['remembered', 90]);
  });

  test('recallListing loads another choice, another page and a shorter list', async () => {
    rememberListing('/rice?shown=100', pageOf('shown=100', 100, 300));
    expect(await recall('/rice?shown=100&sort=final_price')).toEqual({ name: 'loaded anew' });
    expect(await recall('/pasta?shown=100')).toEqual({ name: 'loaded anew' });
    expect(await recall('/rice')).toEqual({ name: 'loaded anew' });
  });

  test('rememberListing stores only the last six listings', async () => {
    for (const name of 'abcdefg') rememberListing(`/${name}`, pageOf('', 50, 50));
    expect(await recall('/a')).toEqual({ name: 'loaded anew' });
    expect(await recall('/g')).toMatchObject({ name: 'remembered' });
  });
});

test('listingAddress includes the searched text', () => {
  expect(listingAddress({ text: 'oats & rice' }, choice('colour=49'))).toBe('?q=oats+%26+rice&colour=49');
  expect(listingAddress({}, choice(''))).toBe('?');
});

test('listingAddress writes filters to the path where they belong there', () => {
  const chosen = choice('colour=49&colour=a;b&price=250.0-1000.0&sort=final_price');
  expect(listingAddress({ path: '/mugs' }, chosen)).toBe(
    '/mugs;price=250.0-1000.0;colour=49;colour=a%3Bb?sort=final_price',
  );
  expect(listingAddress({ path: '/mugs' }, choice(''))).toBe('/mugs?');
});
