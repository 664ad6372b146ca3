import { describe, expect, test } from 'vitest';
import { carriesColdGoods, isCold } from './cold-goods.ts';
import { offeredMethods } from './delivery-methods.ts';

const product = { storage: '', type: '', subtype: '' };

describe('isCold', () => {
  test.each([
    { type: 'Frozen vegetables', subtype: 'Peas' },
    { type: 'Dairy', subtype: 'Fresh milk' },
    { storage: 'Chilled', type: 'Vegetables' },
    { storage: 'frozen' },
  ])('%j is cold', (labels) => {
    expect(isCold({ ...product, ...labels })).toBe(true);
  });

  test.each([
    {},
    { type: 'Dairy', subtype: 'Long life milk' },
    { type: 'Tinned fish', subtype: 'Tuna' },
    { storage: 'ambient', type: 'Dairy', subtype: 'Cheese' },
  ])('%j is not', (labels) => {
    expect(isCold({ ...product, ...labels })).toBe(false);
  });
});

test('a courier of two to five days carries no cold goods; the next day and an unknown time do', () => {
  for (const title of ['2 to 5 working days', '2 bis 5 Werktage', 'Da 2 a 5 giorni lavorativi'])
    expect(carriesColdGoods(title)).toBe(false);
  for (const title of [
    'Next working day in the big cities',
    'At your store from the next day',
    'Refrigerated van',
  ])
    expect(carriesColdGoods(title)).toBe(true);
});

test('a cart with cold goods is offered only methods that carry them', () => {
  const rate = { price: 6000, from_amount: 0, region_codes: [], postcode_from: null, postcode_to: null };
  const method = (method_code: string, method_title: string) => ({
    ...{ carrier_code: method_code, method_code, carrier_title: method_code, method_title },
    ...{ needs: 'address' as const, rates: [{ store_code: '', ...rate }] },
  });
  const methods = [method('courier', '2 to 5 working days'), method('express', 'Next working day')];
  const to = { country: 'ZA', region_code: 'ZA-WC', postcode: '8001', store: undefined, amount: 20_000 };
  const codes = (cold: boolean) =>
    offeredMethods(methods, { ...to, cold }, 'ZA').map(({ method_code }) => method_code);
  expect(codes(false)).toEqual(['courier', 'express']);
  expect(codes(true)).toEqual(['express']);
});
