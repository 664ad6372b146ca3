import { readListingChoice } from '@fynbos/core/catalogue/listing.ts';
import { describe, expect, test } from 'vitest';
import { chosenOptions, facetsOf } from './facets.ts';

const colour = {
  attribute_code: 'colour',
  options: [
    { value: '49', label: 'Red' },
    { value: '50', label: 'Blue' },
    { value: '51', label: ' ' },
  ],
};
const bucket = (key: unknown, doc_count: number) => ({ key: key as string, doc_count });
const aggregations = {
  agg_terms_colour: { buckets: [bucket(49, 3), bucket('51', 9)] },
  agg_terms_colour_options: { buckets: [bucket('50', 2), bucket('49', 1)] },
  agg_range_price: { buckets: [bucket('0.0-250.0', 14), bucket('250.0-1000.0', 0)] },
  agg_range_price_steps: {
    buckets: [bucket('0.0-10.0', 4), bucket('10.0-20.0', 0), bucket('20.0-50.0', 10)],
  },
  agg_terms_material: { buckets: [] },
};
const facets = (query: string) =>
  facetsOf(aggregations, [colour], readListingChoice(new URLSearchParams(query), 50, 4000), 'R');

describe('facets of a list (CAT-3, wire contract 3.7)', () => {
  test('facetsOf merges both buckets, numbers and text alike, and sorts values by label', () => {
    expect(facets('').find((facet) => facet.code === 'colour')?.options).toEqual([
      { value: '50', label: 'Blue', count: 2 },
      { value: '49', label: 'Red', count: 3 },
    ]);
  });

  test('facetsOf omits values without results, and facets without values', () => {
    expect(facets('').map((facet) => [facet.code, facet.options.length])).toEqual([
      ['price', 2],
      ['colour', 2],
    ]);
  });

  test('facetsOf retains a chosen value without results, so that it can be removed', () => {
    const chosen = chosenOptions(facets('price=250.0-1000.0'));
    expect(chosen.map(({ code, option }) => [code, option.label, option.count])).toEqual([
      ['price', 'R250 - 1000', 0],
    ]);
  });

  test('facetsOf divides a list by price, and omits a single range unless it is chosen', () => {
    const pricesOf = (query: string, buckets: object[]) =>
      facetsOf(
        { agg_range_price: { buckets: buckets as ReturnType<typeof bucket>[] } },
        [],
        readListingChoice(new URLSearchParams(query), 50, 4000),
        'R',
      ).flatMap(({ options }) => options.map(({ label, count, chosen }) => [label, count, chosen]));
    expect(facets('')[0]!.options.map(({ label, count }) => [label, count])).toEqual([
      ['< R10', 4],
      ['R10 - 50', 10],
    ]);
    const cheap = [bucket('0.0-250.0', 14), bucket('250.0-1000.0', 0)];
    expect(pricesOf('', cheap)).toEqual([]);
    expect(pricesOf('price=0.0-250.0', cheap)).toContainEqual(['< R250', 14, true]);
  });

  test('facetsOf ignores a value of the address that no attribute knows', () => {
    expect(chosenOptions(facets('colour=999'))).toEqual([]);
  });
});
