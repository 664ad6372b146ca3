import { expect, test } from 'vitest';
import { variantPrice } from './variant-price.ts';

const priced = (final_price_incl_tax: number | undefined) => ({ final_price_incl_tax });
const [small, large] = [priced(11.5), priced(99)];

test('packs of different prices each show their price', () => {
  expect([small, large].map((each) => variantPrice(each, [small, large]))).toEqual([11.5, 99]);
});

test('variants of one price, such as colours, show none: it is the price of the product', () => {
  expect(variantPrice(small, [small, priced(11.5)])).toBeUndefined();
  expect(variantPrice(small, [small])).toBeUndefined();
});

test('an unknown price is not shown', () => {
  expect(variantPrice(priced(undefined), [small, large])).toBeUndefined();
  expect(variantPrice(priced(0), [small, large])).toBeUndefined();
});
