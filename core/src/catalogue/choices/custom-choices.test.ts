import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withOptions } from '../../pricing/option-prices.ts';
import { shopPriceOf } from '../../pricing/price.ts';
import type { CustomOption } from '../entities.ts';
import { differInChoiceAlone, withChoices } from './choice-query.ts';
import {
  chosenValues,
  customChoicesOf,
  customOptionValues,
  customProblems,
  defaultCustomChoices,
  offeredOptions,
  readCustomChoices,
  writeCustomChoices,
} from './custom-choices.ts';

const value = (option_type_id: number, price = 0, price_type: 'fixed' | 'percent' = 'fixed') => ({
  option_type_id,
  title: `Value ${option_type_id}`,
  price,
  price_type,
  sort_order: option_type_id,
});
const option = (option_id: number, type: string, more: Partial<CustomOption> = {}): CustomOption => ({
  option_id,
  title: `Option ${option_id}`,
  type,
  is_require: false,
  sort_order: option_id,
  values: [],
  ...more,
});

const slicing = option(1, 'radio', { is_require: true, values: [value(2, 3), value(1)] });
const grind = option(2, 'drop_down', { is_require: true, values: [value(3), value(4, 20, 'percent')] });
const extras = option(3, 'checkbox', { values: [value(5, 45), value(6, 5, 'percent')] });
const name = option(4, 'field', { price: 35, price_type: 'fixed', max_characters: 5 });
const day = option(5, 'date');
const file = option(6, 'file', { is_require: true });
const all = [slicing, grind, extras, name, day];

describe('defaultCustomChoices (wire contract 8.4, PDP-4)', () => {
  test('select the first value of radios and nothing else', () => {
    expect(defaultCustomChoices(all)).toEqual({ 1: '1', 2: '', 3: '', 4: '', 5: '' });
  });
});

describe('customProblems (PDP-4)', () => {
  test('are keyed by option, and only required options must have a value', () => {
    expect(customProblems(all, defaultCustomChoices(all))).toEqual({
      custom_options_customOption_2: 'required',
    });
    expect(customProblems(all, { 1: '2', 2: '3' })).toEqual({});
    expect(customProblems([slicing], {})).toEqual({ custom_options_customOption_1: 'required' });
    expect(customProblems([option(9, 'field', { is_require: true })], { 9: '  ' })).toEqual({
      custom_options_customOption_9: 'required',
    });
  });

  test.each([
    ['an unknown value', { 2: '99' }, 'custom_options_customOption_2', 'unknown_value'],
    ['two values for a single-choice option', { 1: '1,2' }, 'custom_options_customOption_1', 'unknown_value'],
    ['one unknown value among several', { 3: '5,99' }, 'custom_options_customOption_3', 'unknown_value'],
    ['a text that is too long', { 4: 'Thandi' }, 'custom_options_customOption_4', 'too_long'],
    ['a date that does not exist', { 5: '2026-02-30' }, 'custom_options_customOption_5', 'not_a_date'],
  ])('%s', (_, wrong, key, problem) => {
    const choices = { 1: '1', 2: '3', ...wrong };
    expect(customProblems(all, choices)).toEqual({ [key]: problem });
  });

  test('customProblems counts an emoji as one character', () => {
    expect(customProblems([name], { 4: 'Ok 🌿🌿' })).toEqual({});
  });

  test('customProblems rejects file options: they are not offered, and a product that requires one cannot be configured', () => {
    expect(offeredOptions([...all, option(7, 'file')])).toEqual(all);
    expect(customProblems([file], {})).toEqual({ custom_options_customOption_6: 'not_offered' });
    expect(offeredOptions([file])).toEqual([file]);
  });
});

describe('price of custom options (spec commerce 4, wire contract 4.6)', () => {
  const base = shopPriceOf({
    original_price: 100,
    original_price_incl_tax: 115,
    final_price: 100,
    final_price_incl_tax: 115,
  });

  test('is added to the price before options: 100/115 plus fixed 10 and 20 % is 130/148', () => {
    const ten = option(1, 'radio', { values: [value(1, 10)] });
    const price = withOptions(base, chosenValues([ten, grind], { 1: '1', 2: '4' }));
    expect([price.final, price.final_incl_tax]).toEqual([1_300_000, 148_00]);
  });

  test('of a text option applies once text is entered, and several values add up', () => {
    const cents = (choices: Record<number, string>) =>
      withOptions(base, chosenValues(all, choices)).final_incl_tax;
    expect(cents({ 4: '' })).toBe(115_00);
    expect(cents({ 4: ' ' })).toBe(115_00);
    expect(cents({ 4: 'Tim' })).toBe(150_00);
    expect(cents({ 3: '5,6' })).toBe(115_00 + 45_00 + 5_75);
  });
});

describe('custom choices as cart values and query', () => {
  test('survive the cart, without empty values', () => {
    const values = customOptionValues(all, { 1: '2', 2: '3', 3: '5,6', 4: ' Tim ', 5: '' });
    expect(values).toEqual([
      { option_id: '1', option_value: '2' },
      { option_id: '2', option_value: '3' },
      { option_id: '3', option_value: '5,6' },
      { option_id: '4', option_value: 'Tim' },
    ]);
    expect(customProblems(all, customChoicesOf(values))).toEqual({});
  });

  const choices = fc.record({
    1: fc.constantFrom('', '1', '2'),
    2: fc.constantFrom('', '3', '4'),
    3: fc.constantFrom('', '5', '6', '5,6'),
    4: fc.string(),
    5: fc.constantFrom('', '2026-11-20'),
  });

  test('survive any round trip through the URL', () => {
    fc.assert(
      fc.property(choices, (chosen) => {
        const query = withChoices(new URLSearchParams('childSku=A&utm=x'), writeCustomChoices(all, chosen));
        expect(readCustomChoices(all, new URLSearchParams(query.toString()))).toEqual(chosen);
      }),
    );
  });

  test('leave default choices out of the URL', () => {
    expect(withChoices(new URLSearchParams(), writeCustomChoices(all, defaultCustomChoices(all))).size).toBe(
      0,
    );
    const query = withChoices(new URLSearchParams(), writeCustomChoices(all, { 1: '2', 2: '', 3: '5,6' }));
    expect(query.toString()).toBe('o1=2&o3=5&o3=6');
  });

  test('have the ids of the product in the URL, and may be read from those of the catalogue (ADR-013)', () => {
    const renumbered = all.map((option) => ({
      ...option,
      ...{ option_id: option.option_id + 100, source_id: option.option_id },
      values: option.values.map((value) => ({
        ...value,
        ...{ option_type_id: value.option_type_id + 100, source_id: value.option_type_id },
      })),
    }));
    const chosen = { 101: '102', 102: '103', 103: '105,106', 104: '2', 105: '' };
    const query = withChoices(new URLSearchParams(), writeCustomChoices(renumbered, chosen));
    expect(query.toString()).toBe('o1=2&o2=3&o3=5&o3=6&o4=2');
    for (const written of [query, new URLSearchParams('o1=102&o2=103&o3=105&o3=6&o4=2')])
      expect(readCustomChoices(renumbered, written)).toEqual(chosen);
  });

  test('ignore stale or invalid values', () => {
    const read = readCustomChoices(all, new URLSearchParams('o1=77&o2=x&o3=5&o3=66&o5=soon&o99=1'));
    expect(read).toEqual({ 1: '1', 2: '', 3: '5', 4: '', 5: '' });
  });

  test('reading never throws and yields only values of the product', () => {
    const pair = fc.tuple(fc.constantFrom('o1', 'o2', 'o3', 'o5'), fc.string());
    fc.assert(
      fc.property(fc.array(pair), (pairs) => {
        const problems = Object.values(
          customProblems(all, readCustomChoices(all, new URLSearchParams(pairs))),
        );
        expect(problems.filter((problem) => problem !== 'required')).toEqual([]);
      }),
    );
  });
});

test('differInChoiceAlone tells configuration from other parameters', () => {
  const differ = (before: string, after: string) =>
    differInChoiceAlone(new URLSearchParams(before), new URLSearchParams(after));
  expect(differ('', 'childSku=RED')).toBe(true);
  expect(differ('o1=2&b1q=3', 'o1=2&o1=3&g-OATS=0')).toBe(true);
  expect(differ('o1=2', 'o1=2')).toBe(false);
  expect(differ('o1=2', 'o1=3&shown=50')).toBe(false);
  expect(differ('', 'order=up')).toBe(false);
});
