import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundlePrice } from '../pricing/parts.ts';
import { shopPriceOf, unknownPrice } from '../pricing/price.ts';
import {
  type BundlePart,
  bundleChoicesOf,
  bundleContents,
  bundleProblems,
  bundleSelections,
  defaultBundleChoices,
  type FindPart,
  readBundleChoices,
  setsAvailable,
  writeBundleChoices,
} from './bundle-choices.ts';
import { withChoices } from './choice-query.ts';
import type { BundleOption } from './entities.ts';

const link = (id: string, sku: string, qty = 1, is_default = false) => ({
  id,
  sku,
  option_id: 0,
  qty,
  position: Number(id),
  is_default,
});
const option = (
  option_id: number,
  type: string,
  required: boolean,
  product_links: BundleOption['product_links'],
): BundleOption => ({
  option_id,
  title: `Option ${option_id}`,
  required,
  type,
  position: option_id,
  product_links,
});

const meat = option(1, 'radio', true, [link('1', 'WORS'), link('2', 'CHICKEN', 1, true)]);
const bread = option(2, 'select', true, [link('3', 'BROWN', 2), link('4', 'WHITE')]);
const drinks = option(3, 'checkbox', false, [link('5', 'GINGER', 2), link('6', 'WATER')]);
const all = [meat, bread, drinks];

const part = (incl: number, more: Partial<BundlePart> = {}): BundlePart => ({
  price: shopPriceOf({
    original_price: incl,
    original_price_incl_tax: incl,
    final_price: incl,
    final_price_incl_tax: incl,
  }),
  inStock: true,
  ...more,
});
const parts: Record<string, BundlePart> = {
  WORS: part(80),
  CHICKEN: part(60, { available: 4 }),
  BROWN: part(15),
  WHITE: part(16),
  GINGER: part(10),
  WATER: part(8),
};
const find: FindPart = (sku) => parts[sku];

const cents = (choices: ReturnType<typeof defaultBundleChoices>, finds = find) =>
  bundlePrice(unknownPrice, bundleContents(all, choices, finds)).final_incl_tax;

describe('what a bundle is put together of at first (commerce 4, PDP-4)', () => {
  test('is the default link of each option or the first, in the quantity of the link', () => {
    expect(defaultBundleChoices(all, find)).toEqual({
      1: { selections: ['2'], qty: '1' },
      2: { selections: ['3'], qty: '2' },
      3: { selections: ['5'], qty: '1' },
    });
    expect(cents(defaultBundleChoices(all, find))).toBe((60 + 2 * 15 + 2 * 10) * 100);
  });

  test('is not what is sold out or gone while another can be had', () => {
    const soldOut: FindPart = (sku) => (sku === 'CHICKEN' ? part(60, { inStock: false }) : find(sku));
    expect(defaultBundleChoices(all, soldOut)[1]).toEqual({ selections: ['1'], qty: '1' });
    const gone: FindPart = (sku) => (sku === 'BROWN' ? undefined : find(sku));
    expect(defaultBundleChoices(all, gone)[2]).toEqual({ selections: ['4'], qty: '1' });
    const nothing: FindPart = (sku) => ({ ...part(1), ...find(sku), inStock: false });
    expect(defaultBundleChoices(all, nothing)[1]?.selections).toEqual(['2']);
  });
});

describe('the price of a bundle as it is put together (commerce 4, wire contract 4.4)', () => {
  const chosen = (more: object) => ({ ...defaultBundleChoices(all, find), ...more });

  test('is the sum of what was selected, to the cent', () => {
    expect(cents(chosen({ 1: { selections: ['1'], qty: '3' } }))).toBe((3 * 80 + 30 + 20) * 100);
    expect(cents(chosen({ 3: { selections: ['5', '6'], qty: '1' } }))).toBe((60 + 30 + 20 + 8) * 100);
    expect(cents(chosen({ 3: { selections: [], qty: '1' } }))).toBe((60 + 30) * 100);
  });

  test('does not count a quantity below 0 or one that cannot be read', () => {
    for (const qty of ['-1', '', 'x', '1.5']) {
      expect(cents(chosen({ 1: { selections: ['1'], qty } })), qty).toBe((30 + 20) * 100);
    }
  });

  test('is unknown when a selected product could not be loaded (decision 22)', () => {
    const gone: FindPart = (sku) => (sku === 'CHICKEN' ? undefined : find(sku));
    expect(cents(defaultBundleChoices(all, find), gone)).toBe(0);
  });
});

describe('what keeps a bundle out of the cart (wire contract 8.4, PDP-4)', () => {
  const problems = (choices: object) =>
    bundleProblems(all, { ...defaultBundleChoices(all, find), ...choices }, find);

  test('is nothing at first', () => {
    expect(problems({})).toEqual({});
  });

  test.each([
    ['a required option without a selection', { selections: [], qty: '1' }, 'required'],
    ['none of it', { selections: ['1'], qty: '0' }, 'not_positive'],
    ['less than none', { selections: ['1'], qty: '-2' }, 'not_positive'],
    ['a part of one', { selections: ['1'], qty: '1.5' }, 'not_whole'],
    ['no number', { selections: ['1'], qty: '' }, 'not_whole'],
    ['more than there are', { selections: ['2'], qty: '5' }, 'too_many'],
    ['a selection of another option', { selections: ['3'], qty: '1' }, 'unknown_value'],
    ['two where one is asked', { selections: ['1', '2'], qty: '1' }, 'unknown_value'],
  ])('%s', (_, choice, problem) => {
    expect(problems({ 1: choice })).toEqual({ bundle_options_bundleOption_1: problem });
  });

  test('a required option of which nothing is sold any more', () => {
    const gone: FindPart = (sku) =>
      meat.product_links.some((one) => one.sku === sku) ? undefined : find(sku);
    expect(bundleProblems(all, defaultBundleChoices(all, gone), gone)).toEqual({
      bundle_options_bundleOption_1: 'not_loaded',
    });
  });

  test('an option one may leave out asks for nothing', () => {
    expect(problems({ 3: { selections: [], qty: '1' } })).toEqual({});
    expect(bundleProblems(all, {}, find)).toEqual({
      bundle_options_bundleOption_1: 'required',
      bundle_options_bundleOption_2: 'required',
    });
  });
});

test('there are as many sets as the scarcest part allows', () => {
  const choices = { ...defaultBundleChoices(all, find), 1: { selections: ['2'], qty: '3' } };
  expect(setsAvailable(bundleContents(all, choices, find))).toBe(1);
  expect(setsAvailable(bundleContents([bread], choices, find))).toBeUndefined();
});

describe('a bundle travels', () => {
  const one = (ids: string[]) =>
    fc.record({ selections: fc.constantFrom(...ids.map((id) => [id])), qty: fc.nat(99).map(String) });
  const several = fc.record({ selections: fc.subarray(['5', '6']), qty: fc.constant('1') });
  const choices = fc.record({ 1: one(['1', '2']), 2: one(['3', '4']), 3: several });

  test('in an address and to the cart and back, whatever was chosen', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const query = withChoices(new URLSearchParams(), writeBundleChoices(all, chosen, find));
        const read = readBundleChoices(all, new URLSearchParams(query.toString()), find);
        expect(read).toEqual(chosen);
        const back = bundleChoicesOf(bundleSelections(all, chosen));
        expect(bundleContents(all, back, find)).toEqual(bundleContents(all, chosen, find));
      }),
    );
  });

  test('in an address that is short, and says nothing of what stands there first', () => {
    const first = defaultBundleChoices(all, find);
    expect(writeBundleChoices(all, first, find)).toEqual([]);
    const other = { 1: { selections: ['1'], qty: '3' }, 2: first[2]!, 3: { selections: [], qty: '1' } };
    const query = withChoices(new URLSearchParams(), writeBundleChoices(all, other, find));
    expect(query.toString()).toBe('b1=1&b1q=3&b3=');
  });

  test('what is stale or made up is ignored without a word', () => {
    const read = readBundleChoices(all, new URLSearchParams('b1=77&b2=3&b2=4&b3=x'), find);
    expect(read).toEqual(defaultBundleChoices(all, find));
  });
});
