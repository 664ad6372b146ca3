import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfigurableChild, Product } from './entities.ts';
import { bestVariant, childValue, configurationOf, exactVariant } from './variant.ts';

const child = (sku: string, colour: unknown, size: string, price: number, more: object = {}) =>
  ({
    sku,
    status: 1,
    final_price_incl_tax: price,
    stock: { is_in_stock: true },
    custom_attributes: [{ attribute_code: 'size', value: size }],
    colour,
    ...more,
  }) as unknown as ConfigurableChild;

const option = (attribute_code: string) => ({ attribute_code }) as Product['configurable_options'][number];

const tee = {
  configurable_options: [option('colour'), option('size')],
  configurable_children: [
    child('RED-M', 58, 'M', 200),
    child('RED-L', '58', 'L', 180),
    child('GREEN-M', 59, 'M', 150, { stock: { is_in_stock: false } }),
    child('BLUE-M', 60, 'M', 100, { status: 2 }),
  ],
};
const all = { listOutOfStock: true };
const inStock = { listOutOfStock: false };

describe('the variant a page opens with (commerce 4, decision 20)', () => {
  test('is the one with most of the chosen values, numbers and text alike', () => {
    expect(bestVariant(tee, { colour: '58', size: 'M' }, all)?.sku).toBe('RED-M');
  });

  test('is the cheaper of two that match as much', () => {
    expect(bestVariant(tee, { colour: '58' }, all)?.sku).toBe('RED-L');
    expect(bestVariant(tee, {}, all)?.sku).toBe('GREEN-M');
  });

  test('is the given sku, whatever was chosen', () => {
    expect(bestVariant(tee, { colour: '59' }, all, 'RED-M')?.sku).toBe('RED-M');
  });

  test('is never disabled, and sold out only where such are listed', () => {
    expect(bestVariant(tee, { colour: '60' }, all, 'BLUE-M')?.sku).not.toBe('BLUE-M');
    expect(bestVariant(tee, { colour: '59' }, inStock, 'GREEN-M')?.sku).toBe('RED-L');
  });

  test('is none when nothing may be chosen', () => {
    const gone = { ...tee, configurable_children: [child('X', 1, 'M', 1, { status: 2 })] };
    expect(bestVariant(gone, {}, all)).toBeUndefined();
  });
});

describe('the variant a shopper chooses (decision 20)', () => {
  test('must have every chosen value', () => {
    expect(exactVariant(tee, { colour: '58', size: 'L' }, all)?.sku).toBe('RED-L');
    expect(exactVariant(tee, { colour: '59', size: 'L' }, all)).toBeUndefined();
  });

  test('is rather one in stock', () => {
    expect(exactVariant(tee, { size: 'M' }, all)?.sku).toBe('RED-M');
    expect(exactVariant(tee, { colour: '59', size: 'M' }, inStock)).toBeUndefined();
  });

  test('any child that may be chosen is found again by its own configuration', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tee.configurable_children.slice(0, 3)), (one) => {
        expect(exactVariant(tee, configurationOf(tee, one), all)?.sku).toBe(one.sku);
      }),
    );
  });
});

test('a value a child does not have is absent, not "undefined"', () => {
  expect(childValue(tee.configurable_children[0]!, 'material')).toBeUndefined();
});
