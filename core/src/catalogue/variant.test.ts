import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfigurableChild, Product } from './entities.ts';
import {
  bestVariant,
  childValue,
  configurationOf,
  exactVariant,
  isChoosable,
  noVariants,
  valueLeadsTo,
} from './variant.ts';

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
const options = [option('colour'), option('size')];
const soldOut = { stock: { is_in_stock: false } };

const tee = {
  configurable_options: options,
  configurable_children: [
    child('RED-M', 58, 'M', 200),
    child('RED-L', '58', 'L', 180),
    child('GREEN-M', 59, 'M', 150, soldOut),
    child('BLUE-M', 60, 'M', 100, { status: 2 }),
  ],
};
const all = { listOutOfStock: true };
const inStock = { listOutOfStock: false };
const best = (...given: Parameters<typeof bestVariant>) => {
  const found = bestVariant(...given);
  return found.errors ? found.errors.variants : found.variant.sku;
};

describe('the variant a page opens with (PDP-2, commerce 4, decision 20)', () => {
  test.each([
    ['has most of the chosen values, numbers and text alike', { colour: '58', size: 'M' }, all, '', 'RED-M'],
    ['is the cheaper of two that match as much', { colour: '58' }, all, '', 'RED-L'],
    ['is the cheapest of all when nothing is chosen', {}, all, '', 'GREEN-M'],
    ['is the cheapest that is in stock where sold-out ones are not listed', {}, inStock, '', 'RED-L'],
    ['is the given sku, whatever was chosen', { colour: '59' }, all, 'RED-M', 'RED-M'],
    ['is never disabled, not even when given', { colour: '60', size: 'L' }, all, 'BLUE-M', 'RED-L'],
    ['is sold out only where such are listed', { colour: '59' }, inStock, 'GREEN-M', 'RED-L'],
    ['is the cheapest when none matches and there is a fallback', { colour: '99' }, all, '', 'GREEN-M'],
    ['is none when none matches and there is no fallback', { colour: '99' }, noFallback(all), '', noVariants],
    ['needs no fallback when one matches', { colour: '58' }, noFallback(all), '', 'RED-L'],
    ['needs no fallback when nothing is chosen', {}, noFallback(inStock), '', 'RED-L'],
    ['needs no fallback when it is given', { colour: '99' }, noFallback(all), 'RED-M', 'RED-M'],
  ])('%s', (_, chosen, rules, sku, expected) => {
    expect(best(tee, chosen, rules, sku)).toBe(expected);
  });

  test('is none when nothing may be chosen, and the error is named', () => {
    const gone = { ...tee, configurable_children: [child('X', 1, 'M', 1, { status: 2 })] };
    expect(bestVariant(gone, {}, all)).toEqual({ errors: { variants: 'No available product variants' } });
    expect(best({ ...tee, configurable_children: [] }, {}, all)).toBe(noVariants);
  });

  test('is not one without a price where another has one', () => {
    const children = [child('FREE', 1, 'M', 0), child('PAID', 1, 'M', 90)];
    expect(best({ ...tee, configurable_children: children }, {}, all)).toBe('PAID');
  });
});

describe('the variant a shopper chooses (PDP-2, decision 20)', () => {
  test('must have every chosen value', () => {
    expect(exactVariant(tee, { colour: '58', size: 'L' }, all)?.sku).toBe('RED-L');
    expect(exactVariant(tee, { colour: '59', size: 'L' }, all)).toBeUndefined();
  });

  test('is rather one in stock, then the cheaper', () => {
    const children = [
      child('GONE', 1, 'M', 10, soldOut),
      child('DEAR', 1, 'M', 30),
      child('CHEAP', 1, 'M', 20),
    ];
    expect(exactVariant({ ...tee, configurable_children: children }, { size: 'M' }, all)?.sku).toBe('CHEAP');
    expect(exactVariant(tee, { colour: '59', size: 'M' }, all)?.sku).toBe('GREEN-M');
    expect(exactVariant(tee, { colour: '59', size: 'M' }, inStock)).toBeUndefined();
  });

  test('is known for each value before it is chosen, and so is why there is none', () => {
    const chosen = { colour: '58', size: 'L' };
    expect(valueLeadsTo(tee, chosen, ['size', 'M'], inStock)).toMatchObject({ sku: 'RED-M' });
    expect(valueLeadsTo(tee, chosen, ['colour', '59'], all)).toBe('combination');
    expect(valueLeadsTo(tee, chosen, ['colour', '59'], inStock)).toBe('gone');
    expect(valueLeadsTo(tee, chosen, ['colour', '60'], all)).toBe('gone');
  });
});

describe('for any product', () => {
  const value = fc.oneof(
    fc.constantFrom('1', '2', 1, 2, null, undefined),
    fc.constantFrom({ id: 1 }, { id: '2' }, {}, ['1', 2], []),
  );
  const anyChild = fc.record({
    sku: fc.constantFrom('A', 'B', 'C', 'D', 'E'),
    status: fc.constantFrom(0, 1, 2, 3),
    final_price_incl_tax: fc.constantFrom(undefined, 0, 9.99, 10, 25),
    original_price_incl_tax: fc.constantFrom(undefined, 12, 30),
    stock: fc.constantFrom(undefined, { is_in_stock: true }, { is_in_stock: false }),
    custom_attributes: fc.constantFrom(undefined, [{ attribute_code: 'size', value: '2' }]),
    colour: value,
    size: value,
  }) as unknown as fc.Arbitrary<ConfigurableChild>;
  const anyProduct = fc
    .uniqueArray(anyChild, { selector: (one) => one.sku })
    .map((configurable_children) => ({ configurable_options: options, configurable_children }));
  const anyChoice = fc.dictionary(fc.constantFrom('colour', 'size', 'other'), fc.constantFrom('1', '2', '9'));
  const anyRules = fc.record({ listOutOfStock: fc.boolean(), fallback: fc.boolean() });
  const anySku = fc.constantFrom(undefined, 'A', 'B', 'Z');

  test('neither choice throws or takes a child that may not be chosen, and a given one that may be wins', () => {
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, anySku, (product, chosen, rules, sku) => {
        const found = bestVariant(product, chosen, rules, sku);
        const exact = exactVariant(product, chosen, rules);
        for (const one of [found.errors ? undefined : found.variant, exact]) {
          if (one) expect(isChoosable(one, rules)).toBe(true);
        }
        const given = product.configurable_children.find((one) => one.sku === sku);
        if (given && isChoosable(given, rules)) expect(found).toEqual({ variant: given });
      }),
    );
  });

  test('there is an error only when no child may be chosen, or none matches and there is no fallback', () => {
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, (product, chosen, rules) => {
        const some = product.configurable_children.some((one) => isChoosable(one, rules));
        const found = bestVariant(product, chosen, rules);
        if (rules.fallback) expect(found.errors === undefined).toBe(some);
        if (exactVariant(product, chosen, rules)) expect(found.errors).toBeUndefined();
      }),
    );
  });

  test('the order of the children matters only between two that are equal in everything that counts', () => {
    const price = (one: ConfigurableChild | undefined) =>
      one && (one.final_price_incl_tax || one.original_price_incl_tax);
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, (product, chosen, rules) => {
        const turned = { ...product, configurable_children: product.configurable_children.toReversed() };
        const [one, other] = [exactVariant(product, chosen, rules), exactVariant(turned, chosen, rules)];
        expect(price(one)).toBe(price(other));
        const [first, second] = [bestVariant(product, chosen, rules), bestVariant(turned, chosen, rules)];
        expect(first.errors).toEqual(second.errors);
        if (!first.errors && !second.errors) expect(price(first.variant)).toBe(price(second.variant));
      }),
    );
  });

  test('any child that may be chosen is found again by its own configuration, or one that is no worse', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tee.configurable_children.slice(0, 3)), (one) => {
        expect(exactVariant(tee, configurationOf(tee, one), all)?.sku).toBe(one.sku);
      }),
    );
  });
});

test.each([
  ['absent, not "undefined"', {}, undefined],
  ['a number as text', { material: 7 }, '7'],
  ['the id of an object', { material: { id: 7 } }, '7'],
  ['the first of a list', { material: ['7', '8'] }, '7'],
  ['nothing where it is null', { material: null }, undefined],
])('the value of a child is %s (wire contract 8.2)', (_, more, expected) => {
  expect(childValue(child('X', 1, 'M', 1, more), 'material')).toBe(expected);
});

function noFallback<Rules extends object>(rules: Rules) {
  return { ...rules, fallback: false };
}
