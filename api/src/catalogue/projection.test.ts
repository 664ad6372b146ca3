import { describe, expect, test } from 'vitest';
import { projection } from './projection.ts';

const product = {
  id: 1,
  name: 'Oats',
  image: '/o.jpg',
  small_image: '/s.jpg',
  stock: { qty: 4, is_in_stock: true },
  configurable_children: [{ sku: 'a', price: 1, stock: { qty: 2 } }],
};

describe('projection', () => {
  test('returns all fields when none are named', () => {
    expect(projection([], []).apply(product)).toBe(product);
  });

  test('includes the whole subtree of a name, and only the field of a path', () => {
    expect(projection(['stock'], []).apply(product)).toEqual({ stock: product.stock });
    expect(projection(['id', 'stock.qty'], []).apply(product)).toEqual({ id: 1, stock: { qty: 4 } });
    expect(projection(['configurable_children.sku'], []).apply(product)).toEqual({
      configurable_children: [{ sku: 'a' }],
    });
  });

  test('matches any text with a star', () => {
    expect(projection(['*image'], []).apply(product)).toEqual({ image: '/o.jpg', small_image: '/s.jpg' });
    expect(projection(['*'], []).apply(product)).toEqual(product);
  });

  test('removes excluded fields, including nested ones', () => {
    expect(
      projection([], ['stock', '*image', '*.price', 'configurable_children.stock']).apply(product),
    ).toEqual({
      id: 1,
      name: 'Oats',
      configurable_children: [{ sku: 'a' }],
    });
    expect(projection(['stock'], ['stock.qty']).apply(product)).toEqual({ stock: { is_in_stock: true } });
  });

  test('never reads a name as a regular expression', () => {
    expect(projection(['(((', 'na.e', '[a'], []).apply(product)).toEqual({});
  });

  test('matches a star inside a name, and several stars', () => {
    expect(projection(['s*k.q*'], []).apply(product)).toEqual({ stock: { qty: 4 } });
    expect(projection(['*.q*y'], []).apply({ stock: product.stock })).toEqual({ stock: { qty: 4 } });
    expect(projection(['*a*m*'], []).apply(product)).toMatchObject({ name: 'Oats', small_image: '/s.jpg' });
    expect(projection([], ['*a*a*']).apply({ banana: 1, name: 2 })).toEqual({ name: 2 });
  });

  test('omits fields that a star only passes through', () => {
    const tagged = { ...product, diet: ['vegan'], category_ids: [3] };
    expect(projection(['*.sku'], []).apply(tagged)).toEqual({ configurable_children: [{ sku: 'a' }] });
    expect(projection(['diet'], ['name']).apply(tagged)).toEqual({ diet: ['vegan'] });
  });

  test('handles a name of many stars in linear time', () => {
    // In exponential time it would not end.
    expect(projection([`${'*'.repeat(199)}!`, `${'*a'.repeat(99)}!`], []).apply(product)).toEqual({});
  });
});
