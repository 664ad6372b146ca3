import type { Attribute, Product } from '@fynbos/core/catalogue/entities.ts';
import { describe, expect, test } from 'vitest';
import { cardsOf } from './product-cards.ts';

const packsize = {
  attribute_code: 'packsize',
  options: [
    { value: '1', label: '500 g' },
    { value: '2', label: '2 kg' },
    { value: '3', label: 'Box' },
  ],
} as unknown as Attribute;
const product = (values: object) => ({ id: 1, ...values }) as unknown as Product;
const card = (values: object) => cardsOf([product(values)], [packsize])[0];

test('a card has its deals and their codes', () => {
  const deals = ['3 for R45', 'Dinner for R99'];
  const deal_codes = ['pasta', 'dinner'];
  expect(card({ deals, deal_codes })).toEqual({ id: 1, deals, deal_codes });
});

describe('unit price of a product card', () => {
  test('cardsOf adds a measure when the package size is readable', () => {
    expect(card({ packsize: 1 })).toEqual({ id: 1, measure: ['kg', 2, 1] });
    expect(card({ packsize: '2' })).toEqual({ id: 1, measure: ['kg', 1, 2] });
    expect(card({ packsize: '3' })).toEqual({ id: 1 });
    expect(card({ packsize: '1', type_id: 'bundle' })).toEqual({ id: 1, type_id: 'bundle' });
    expect(card({ packsize: '77' })).toEqual({ id: 1 });
    expect(card({})).toEqual({ id: 1 });
  });

  test('cardsOf uses the variant with the lowest unit price and drops the variants', () => {
    const configurable_children = [
      { packsize: '1', final_price_incl_tax: 30 },
      { packsize: '2', final_price_incl_tax: 99.99 },
    ];
    expect(card({ configurable_children })).toEqual({ id: 1, measure: ['kg', 1, 2], measured: 99.99 });
    const colours = [{ final_price_incl_tax: 30 }, { final_price_incl_tax: 28 }];
    expect(card({ packsize: '1', configurable_children: colours })).toEqual({
      id: 1,
      measure: ['kg', 2, 1],
      measured: 28,
    });
  });

  test('cardsOf adds no measure when one variant has no readable size', () => {
    const configurable_children = [
      { packsize: '1', final_price_incl_tax: 30 },
      { packsize: '3', final_price_incl_tax: 99.99 },
    ];
    expect(card({ configurable_children })).toEqual({ id: 1 });
  });
});

test('cardsOf of a filtered list leads to the variant that fits the filter, not to the cheapest', () => {
  const tee = product({
    configurable_options: [{ attribute_code: 'colour' }],
    configurable_children: [
      { sku: 'BLUE', colour: '1', status: 1, final_price_incl_tax: 10 },
      { sku: 'RED', colour: '2', status: 1, final_price_incl_tax: 20 },
    ],
  });
  const cardOf = (filters: Record<string, string[]>) => cardsOf([tee], [packsize], filters)[0];
  expect(cardOf({ colour: ['2'] })).toEqual({ id: 1, childSku: 'RED' });
  expect(cardOf({ price: ['0.0-250.0'] })).toEqual({ id: 1 });
  expect(cardOf({})).toEqual({ id: 1 });
});
