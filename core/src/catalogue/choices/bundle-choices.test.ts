import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bundlePrice } from '../../pricing/bundle-prices.ts';
import { shopPriceOf, unknownPrice } from '../../pricing/price.ts';
import type { BundleOption } from '../entities.ts';
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

describe('defaultBundleChoices (spec commerce 4, PDP-4)', () => {
  test('takes the default link of each option or the first, with the quantity of the link', () => {
    expect(defaultBundleChoices(all, find)).toEqual({
      1: { selections: ['2'], qty: '1' },
      2: { selections: ['3'], qty: '2' },
      3: { selections: ['5'], qty: '1' },
    });
    expect(cents(defaultBundleChoices(all, find))).toBe((60 + 2 * 15 + 2 * 10) * 100);
  });

  test('skips sold-out or missing parts while another is available', () => {
    const soldOut: FindPart = (sku) => (sku === 'CHICKEN' ? part(60, { inStock: false }) : find(sku));
    expect(defaultBundleChoices(all, soldOut)[1]).toEqual({ selections: ['1'], qty: '1' });
    const withoutBrown: FindPart = (sku) => (sku === 'BROWN' ? undefined : find(sku));
    expect(defaultBundleChoices(all, withoutBrown)[2]).toEqual({ selections: ['4'], qty: '1' });
    const nothing: FindPart = (sku) => ({ ...part(1), ...find(sku), inStock: false });
    expect(defaultBundleChoices(all, nothing)[1]?.selections).toEqual(['2']);
  });
});

describe('several default links of one option (spec commerce 4)', () => {
  const links = [link('5', 'GINGER', 2, true), link('6', 'WATER', 3, true), link('7', 'BROWN')];
  const total = (options: BundleOption[], finds = find) =>
    bundlePrice(unknownPrice, bundleContents(options, defaultBundleChoices(options, finds), finds))
      .final_incl_tax;

  test('all count with their quantities where several may be chosen', () => {
    for (const type of ['checkbox', 'multi']) {
      const several = option(3, type, true, links);
      expect(defaultBundleChoices([several], find)[3]?.selections).toEqual(['5', '6']);
      expect(total([several])).toBe((2 * 10 + 3 * 8) * 100);
    }
  });

  test('the first counts where one is chosen', () => {
    expect(total([option(3, 'radio', true, links)])).toBe(2 * 10 * 100);
  });

  test('the sold-out ones do not count while another is available', () => {
    const several = option(3, 'checkbox', true, links);
    const without =
      (...skus: string[]): FindPart =>
      (sku) =>
        skus.includes(sku) ? part(1, { inStock: false }) : find(sku);
    expect(total([several], without('GINGER'))).toBe(3 * 8 * 100);
    expect(total([several], without('GINGER', 'WATER'))).toBe(15 * 100);
    expect(writeBundleChoices([several], defaultBundleChoices([several], find), find)).toEqual([]);
  });
});

describe('price of a bundle (spec commerce 4, wire contract 4.4)', () => {
  const chosen = (more: object) => ({ ...defaultBundleChoices(all, find), ...more });

  test('is the sum of the selections, to the cent', () => {
    expect(cents(chosen({ 1: { selections: ['1'], qty: '3' } }))).toBe((3 * 80 + 30 + 20) * 100);
    expect(cents(chosen({ 3: { selections: ['5', '6'], qty: '1' } }))).toBe((60 + 30 + 20 + 8) * 100);
    expect(cents(chosen({ 3: { selections: [], qty: '1' } }))).toBe((60 + 30) * 100);
  });

  test('ignores a negative or unreadable quantity', () => {
    for (const qty of ['-1', '', 'x', '1.5']) {
      expect(cents(chosen({ 1: { selections: ['1'], qty } })), qty).toBe((30 + 20) * 100);
    }
  });

  test('is unknown when a selected product could not be loaded (spec D22)', () => {
    const withoutChicken: FindPart = (sku) => (sku === 'CHICKEN' ? undefined : find(sku));
    expect(cents(defaultBundleChoices(all, find), withoutChicken)).toBe(0);
  });
});

describe('bundleProblems (wire contract 8.4, PDP-4)', () => {
  const problems = (choices: object) =>
    bundleProblems(all, { ...defaultBundleChoices(all, find), ...choices }, find);

  test('are empty for the default choices', () => {
    expect(problems({})).toEqual({});
  });

  test.each([
    ['a required option without a selection', { selections: [], qty: '1' }, 'required'],
    ['quantity zero', { selections: ['1'], qty: '0' }, 'not_positive'],
    ['a negative quantity', { selections: ['1'], qty: '-2' }, 'not_positive'],
    ['a fractional quantity', { selections: ['1'], qty: '1.5' }, 'not_whole'],
    ['no number', { selections: ['1'], qty: '' }, 'not_whole'],
    ['more than available', { selections: ['2'], qty: '5' }, 'too_many'],
    ['a selection of another option', { selections: ['3'], qty: '1' }, 'unknown_value'],
    ['two selections of a single-choice option', { selections: ['1', '2'], qty: '1' }, 'unknown_value'],
  ])('%s', (_, choice, problem) => {
    expect(problems({ 1: choice })).toEqual({ bundle_options_bundleOption_1: problem });
  });

  test('are not_loaded for a required option whose parts are all gone', () => {
    const withoutMeat: FindPart = (sku) =>
      meat.product_links.some((link) => link.sku === sku) ? undefined : find(sku);
    expect(bundleProblems(all, defaultBundleChoices(all, withoutMeat), withoutMeat)).toEqual({
      bundle_options_bundleOption_1: 'not_loaded',
    });
  });

  test('are empty for an optional option without a selection', () => {
    expect(problems({ 3: { selections: [], qty: '1' } })).toEqual({});
    expect(bundleProblems(all, {}, find)).toEqual({
      bundle_options_bundleOption_1: 'required',
      bundle_options_bundleOption_2: 'required',
    });
  });
});

test('setsAvailable is limited by the scarcest part', () => {
  const choices = { ...defaultBundleChoices(all, find), 1: { selections: ['2'], qty: '3' } };
  expect(setsAvailable(bundleContents(all, choices, find))).toBe(1);
  expect(setsAvailable(bundleContents([bread], choices, find))).toBeUndefined();
});

describe('bundle choices as query and product option', () => {
  const single = (ids: string[]) =>
    fc.record({ selections: fc.constantFrom(...ids.map((id) => [id])), qty: fc.nat(99).map(String) });
  const several = fc.record({ selections: fc.subarray(['5', '6']), qty: fc.constant('1') });
  const choices = fc.record({ 1: single(['1', '2']), 2: single(['3', '4']), 3: several });

  test('survive a round trip through the URL and the cart', () => {
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

  test('leave default choices out of the URL', () => {
    const first = defaultBundleChoices(all, find);
    expect(writeBundleChoices(all, first, find)).toEqual([]);
    const changed = { 1: { selections: ['1'], qty: '3' }, 2: first[2]!, 3: { selections: [], qty: '1' } };
    const query = withChoices(new URLSearchParams(), writeBundleChoices(all, changed, find));
    expect(query.toString()).toBe('b1=1&b1q=3&b3=');
  });

  test('have the ids of the product in the URL, and may be read from those of the catalogue (ADR-013)', () => {
    const renumbered = all.map((option) => ({
      ...option,
      ...{ option_id: option.option_id + 100, source_id: option.option_id },
      product_links: option.product_links.map((link) => ({
        ...link,
        ...{ id: `10${link.id}`, source_id: link.id },
      })),
    }));
    const chosen = {
      101: { selections: ['101'], qty: '3' },
      102: { selections: ['104'], qty: '1' },
      103: { selections: ['105', '106'], qty: '1' },
    };
    const query = withChoices(new URLSearchParams(), writeBundleChoices(renumbered, chosen, find));
    expect(query.toString()).toBe('b1=1&b1q=3&b2=4&b3=5&b3=6');
    for (const written of [query, new URLSearchParams('b1=101&b1q=3&b2=104&b3=105&b3=6')])
      expect(readBundleChoices(renumbered, written, find)).toEqual(chosen);
  });

  test('ignore stale or invalid values', () => {
    const read = readBundleChoices(all, new URLSearchParams('b1=77&b2=3&b2=4&b3=x'), find);
    expect(read).toEqual(defaultBundleChoices(all, find));
  });
});
