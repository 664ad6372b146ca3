import { expect, test } from 'vitest';
import { offerFiltersOf } from './offers.ts';

const fieldsOf = (text: string) => offerFiltersOf(text)?.map(({ field }) => field);

test.each([
  'specials',
  'Special',
  'deal',
  'the deals',
  'on special',
  'Special offers',
  'Winskopies',
  'Angebote',
])('a search for %s means special prices and promotions', (text) => {
  expect(fieldsOf(text)).toEqual(['saving_percent', 'deals']);
});

test.each(['3 for', '3 for R60', '3 FOR 60', '3 for the price of 2', '3 vir R60', '3 für'])(
  'a search for %s means promotions with three units',
  (text) => {
    expect(offerFiltersOf(text)).toEqual([
      { scope: 'default', any: false, field: 'deal_quantities', condition: { is: 'in', values: [3] } },
    ]);
  },
);

test.each(['', 'the', 'special diets', 'sale', 'milk', '3', '3 for dogs', 'for 3', '330 ml for R60'])(
  'a search for “%s” is no search for offers',
  (text) => {
    expect(offerFiltersOf(text)).toBeUndefined();
  },
);
