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

describe('which fields an answer carries', () => {
  test('all of them when none are named', () => {
    expect(projection([], []).apply(product)).toBe(product);
  });

  test('a name takes everything below it, a path only that', () => {
    expect(projection(['stock'], []).apply(product)).toEqual({ stock: product.stock });
    expect(projection(['id', 'stock.qty'], []).apply(product)).toEqual({ id: 1, stock: { qty: 4 } });
    expect(projection(['configurable_children.sku'], []).apply(product)).toEqual({
      configurable_children: [{ sku: 'a' }],
    });
  });

  test('a star stands for any text', () => {
    expect(projection(['*image'], []).apply(product)).toEqual({ image: '/o.jpg', small_image: '/s.jpg' });
    expect(projection(['*'], []).apply(product)).toEqual(product);
  });

  test('excludes are taken away, also inside', () => {
    expect(
      projection([], ['stock', '*image', '*.price', 'configurable_children.stock']).apply(product),
    ).toEqual({
      id: 1,
      name: 'Oats',
      configurable_children: [{ sku: 'a' }],
    });
    expect(projection(['stock'], ['stock.qty']).apply(product)).toEqual({ stock: { is_in_stock: true } });
  });

  test('no name is ever read as a pattern of its own', () => {
    expect(projection(['(((', 'na.e', '[a'], []).apply(product)).toEqual({});
  });

  test('a star in the middle or several of them, as often as they fit', () => {
    expect(projection(['s*k.q*'], []).apply(product)).toEqual({ stock: { qty: 4 } });
    expect(projection(['*.q*y'], []).apply({ stock: product.stock })).toEqual({ stock: { qty: 4 } });
    expect(projection(['*a*m*'], []).apply(product)).toMatchObject({ name: 'Oats', small_image: '/s.jpg' });
    expect(projection([], ['*a*a*']).apply({ banana: 1, name: 2 })).toEqual({ name: 2 });
  });

  test('what a star leads past is not carried for that', () => {
    const tagged = { ...product, diet: ['vegan'], category_ids: [3] };
    expect(projection(['*.sku'], []).apply(tagged)).toEqual({ configurable_children: [{ sku: 'a' }] });
    expect(projection(['diet'], ['name']).apply(tagged)).toEqual({ diet: ['vegan'] });
  });

  test('a name of stars alone costs no more than any other', () => {
    const started = performance.now();
    expect(projection([`${'*'.repeat(199)}!`, `${'*a'.repeat(99)}!`], []).apply(product)).toEqual({});
    expect(performance.now() - started).toBeLessThan(100);
  });
});
