import { describe, expect, test } from 'vitest';
import { applyRule, holds } from './mapping-rule.ts';

const oats = {
  title: ' Rolled oats ',
  cents: 3999,
  grams: '1000',
  price: 39.99,
  department: 'Pantry',
  shelf: 'Breakfast',
  nothing: null,
  tags: ['vegan', 'gluten_free'],
  words: 'Vegan; Gluten free',
  promotion: { type: 'percent_off', percent: 12.5, amount: 5.5, qty: 1, loyalty: false },
  children: [{ sku: 'OATS-1' }, { sku: 'OATS-2' }],
};

describe('applyRule reads a value from', () => {
  test('a field, an inner field or an entry of a list', () => {
    expect(applyRule('title', oats)).toBe('Rolled oats');
    expect(applyRule('promotion.type', oats)).toBe('percent_off');
    expect(applyRule('children.1.sku', oats)).toBe('OATS-2');
    expect(applyRule('tags', oats)).toBe('vegan|gluten_free');
    expect(applyRule('nothing', oats)).toBe('');
    expect(applyRule('constructor', oats)).toBe('');
  });

  test('a constant', () => {
    expect(applyRule({ value: 'simple' }, oats)).toBe('simple');
  });

  test('the first of several rules with a value', () => {
    expect(applyRule(['nothing', { value: 'x', when: { shelf: 'Baking' } }, 'title'], oats)).toBe(
      'Rolled oats',
    );
  });

  test('joined parts, or nothing when one part is missing', () => {
    expect(applyRule({ join: ['department', 'shelf'], with: ' > ' }, oats)).toBe('Pantry > Breakfast');
    expect(applyRule({ join: ['department', 'nothing'], with: ' > ', otherwise: 'Other' }, oats)).toBe(
      'Other',
    );
  });

  test('a list of the non-empty values', () => {
    expect(applyRule({ list: ['department', 'nothing', 'shelf'] }, oats)).toBe('Pantry|Breakfast');
  });

  test('a split text, as a list or one part', () => {
    expect(applyRule({ from: 'words', split: ';' }, oats)).toBe('Vegan|Gluten free');
    expect(applyRule({ from: 'words', split: ';', part: 1 }, oats)).toBe('Gluten free');
    expect(applyRule({ from: 'words', split: ';', part: 7 }, oats)).toBe('');
  });
});

describe('applyRule transforms a value', () => {
  test('translates values; unknown ones stay or become `otherwise`', () => {
    const values = { vegan: 'Vegan' };
    expect(applyRule({ from: 'tags', values }, oats)).toBe('Vegan|gluten_free');
    expect(applyRule({ from: 'tags', values, otherwise: 'Other' }, oats)).toBe('Vegan|Other');
  });

  test('converts units exactly', () => {
    expect(applyRule({ from: 'cents', times: '0.01' }, oats)).toBe('39.99');
    expect(applyRule({ from: 'grams', times: '0.001', suffix: ' kg' }, oats)).toBe('1 kg');
    expect(applyRule({ from: 'price', times: '3' }, oats)).toBe('119.97');
  });

  test('subtracts an amount or a percentage to the cent', () => {
    expect(applyRule({ from: 'price', less: 'promotion.amount' }, oats)).toBe('34.49');
    expect(applyRule({ from: 'price', lessPercent: 'promotion.percent' }, oats)).toBe('34.99');
    expect(applyRule({ from: 'price', lessPercent: 'nothing' }, oats)).toBe('');
  });
});

test('holds compares texts, lists, numbers and dates, and requires all conditions', () => {
  expect(
    holds({ 'promotion.type': 'percent_off', 'promotion.qty': 1, 'promotion.loyalty': false }, oats),
  ).toBe(true);
  expect(holds({ shelf: ['Baking', 'Breakfast'] }, oats)).toBe(true);
  expect(holds({ cents: { atLeast: 4000 } }, oats)).toBe(false);
  expect(holds({ cents: { atLeast: 900, below: 4000 } }, oats)).toBe(true);
  expect(holds({ nothing: { present: false }, title: { present: true } }, oats)).toBe(true);
  expect(holds({ missing: { atLeast: 0 } }, oats)).toBe(false);
});
