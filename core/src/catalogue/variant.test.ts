import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ConfigurableChild, Product } from './entities.ts';
import {
  bestVariant,
  childValue,
  configurationOf,
  exactVariant,
  filteredVariant,
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
const best = (...args: Parameters<typeof bestVariant>) => {
  const result = bestVariant(...args);
  return result.errors ? result.errors.variants : result.variant.sku;
};

describe('bestVariant (PDP-2, spec commerce 4, spec D20)', () => {
  test.each([
    ['has most of the chosen values, as numbers or text', { colour: '58', size: 'M' }, all, '', 'RED-M'],
    ['prefers the cheaper of two equal matches', { colour: '58' }, all, '', 'RED-L'],
    ['is the cheapest of all when nothing is chosen', {}, all, '', 'GREEN-M'],
    ['is the cheapest in stock where sold-out variants are not listed', {}, inStock, '', 'RED-L'],
    ['is the given sku, whatever was chosen', { colour: '59' }, all, 'RED-M', 'RED-M'],
    ['is never disabled, even when its sku is given', { colour: '60', size: 'L' }, all, 'BLUE-M', 'RED-L'],
    ['is sold out only where sold-out variants are listed', { colour: '59' }, inStock, 'GREEN-M', 'RED-L'],
    ['falls back to the cheapest when none matches', { colour: '99' }, all, '', 'GREEN-M'],
    ['is none when none matches and there is no fallback', { colour: '99' }, noFallback(all), '', noVariants],
    ['needs no fallback when one matches', { colour: '58' }, noFallback(all), '', 'RED-L'],
    ['needs no fallback when nothing is chosen', {}, noFallback(inStock), '', 'RED-L'],
    ['needs no fallback when the sku is given', { colour: '99' }, noFallback(all), 'RED-M', 'RED-M'],
  ])('%s', (_, chosen, rules, sku, expected) => {
    expect(best(tee, chosen, rules, sku)).toBe(expected);
  });

  test('returns the named error when no variant may be chosen', () => {
    const withoutVariants = { ...tee, configurable_children: [child('X', 1, 'M', 1, { status: 2 })] };
    expect(bestVariant(withoutVariants, {}, all)).toEqual({
      errors: { variants: 'No available product variants' },
    });
    expect(best({ ...tee, configurable_children: [] }, {}, all)).toBe(noVariants);
  });

  test('prefers a variant with a price', () => {
    const children = [child('FREE', 1, 'M', 0), child('PAID', 1, 'M', 90)];
    expect(best({ ...tee, configurable_children: children }, {}, all)).toBe('PAID');
  });
});

describe('exactVariant (PDP-2, spec D20)', () => {
  test('has every chosen value', () => {
    expect(exactVariant(tee, { colour: '58', size: 'L' }, all)?.sku).toBe('RED-L');
    expect(exactVariant(tee, { colour: '59', size: 'L' }, all)).toBeUndefined();
  });

  test('prefers a variant in stock, then the cheaper', () => {
    const children = [
      child('GONE', 1, 'M', 10, soldOut),
      child('DEAR', 1, 'M', 30),
      child('CHEAP', 1, 'M', 20),
    ];
    expect(exactVariant({ ...tee, configurable_children: children }, { size: 'M' }, all)?.sku).toBe('CHEAP');
    expect(exactVariant(tee, { colour: '59', size: 'M' }, all)?.sku).toBe('GREEN-M');
    expect(exactVariant(tee, { colour: '59', size: 'M' }, inStock)).toBeUndefined();
  });

  test('valueLeadsTo returns the variant of a value, or the reason why there is none', () => {
    const chosen = { colour: '58', size: 'L' };
    expect(valueLeadsTo(tee, chosen, ['size', 'M'], inStock)).toMatchObject({ sku: 'RED-M' });
    expect(valueLeadsTo(tee, chosen, ['colour', '59'], all)).toBe('combination');
    expect(valueLeadsTo(tee, chosen, ['colour', '59'], inStock)).toBe('gone');
    expect(valueLeadsTo(tee, chosen, ['colour', '60'], all)).toBe('gone');
  });
});

describe('any product', () => {
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
    .uniqueArray(anyChild, { selector: (child) => child.sku })
    .map((configurable_children) => ({ configurable_options: options, configurable_children }));
  const anyChoice = fc.dictionary(fc.constantFrom('colour', 'size', 'other'), fc.constantFrom('1', '2', '9'));
  const anyRules = fc.record({ listOutOfStock: fc.boolean(), fallback: fc.boolean() });
  const anySku = fc.constantFrom(undefined, 'A', 'B', 'Z');

  test('bestVariant and exactVariant never throw, never choose a forbidden child, and prefer the given sku', () => {
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, anySku, (product, chosen, rules, sku) => {
        const result = bestVariant(product, chosen, rules, sku);
        const exact = exactVariant(product, chosen, rules);
        for (const child of [result.errors ? undefined : result.variant, exact]) {
          if (child) expect(isChoosable(child, rules)).toBe(true);
        }
        const requested = product.configurable_children.find((child) => child.sku === sku);
        if (requested && isChoosable(requested, rules)) expect(result).toEqual({ variant: requested });
      }),
    );
  });

  test('bestVariant returns an error only when no child may be chosen, or none matches without fallback', () => {
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, (product, chosen, rules) => {
        const isAnyChoosable = product.configurable_children.some((child) => isChoosable(child, rules));
        const result = bestVariant(product, chosen, rules);
        if (rules.fallback) expect(result.errors === undefined).toBe(isAnyChoosable);
        if (exactVariant(product, chosen, rules)) expect(result.errors).toBeUndefined();
      }),
    );
  });

  test('the order of the children matters only between equal children', () => {
    const price = (child: ConfigurableChild | undefined) =>
      child && (child.final_price_incl_tax || child.original_price_incl_tax);
    fc.assert(
      fc.property(anyProduct, anyChoice, anyRules, (product, chosen, rules) => {
        const turned = { ...product, configurable_children: product.configurable_children.toReversed() };
        const [forward, reversed] = [
          exactVariant(product, chosen, rules),
          exactVariant(turned, chosen, rules),
        ];
        expect(price(forward)).toBe(price(reversed));
        const [first, second] = [bestVariant(product, chosen, rules), bestVariant(turned, chosen, rules)];
        expect(first.errors).toEqual(second.errors);
        if (!first.errors && !second.errors) expect(price(first.variant)).toBe(price(second.variant));
      }),
    );
  });

  test('exactVariant finds a child by its own configuration', () => {
    fc.assert(
      fc.property(fc.constantFrom(...tee.configurable_children.slice(0, 3)), (child) => {
        expect(exactVariant(tee, configurationOf(tee, child), all)?.sku).toBe(child.sku);
      }),
    );
  });
});

test.each([
  ['undefined when absent', {}, undefined],
  ['a number as text', { material: 7 }, '7'],
  ['the id of an object', { material: { id: 7 } }, '7'],
  ['the first of a list', { material: ['7', '8'] }, '7'],
  ['undefined for null', { material: null }, undefined],
])('childValue is %s (wire contract 8.2)', (_, more, expected) => {
  expect(childValue(child('X', 1, 'M', 1, more), 'material')).toBe(expected);
});

function noFallback<Rules extends object>(rules: Rules) {
  return { ...rules, fallback: false };
}

describe('filteredVariant, the variant that a filtered list leads to', () => {
  test.each([
    ['fits the filter, the cheaper of two', { colour: ['58'] }, all, 'RED-L'],
    ['fits most of the filters', { colour: ['58'], size: ['M'] }, all, 'RED-M'],
    ['fits any of several values, in stock before sold out', { colour: ['59', '58'] }, all, 'RED-L'],
    ['may be sold out when no other fits', { colour: ['59'] }, all, 'GREEN-M'],
    ['is none when the only one is not sold', { colour: ['59'] }, inStock, undefined],
    ['is never disabled', { colour: ['60'] }, all, undefined],
    ['is none for a filter by another attribute', { allergens: ['1'] }, all, undefined],
    ['is none without a filter', {}, all, undefined],
  ])('%s', (_, filters, rules, expected) => {
    expect(filteredVariant(tee, filters, rules)?.sku).toBe(expected);
  });
});
