import { expect, test } from 'vitest';
import { cartShape } from '../cart/cart-shape.ts';
import { emptyBox } from './box.ts';
import { boxOf } from './box-shape.ts';

const line = {
  ...{ sku: 'TEA', parentSku: '', product_type: 'simple', name: 'Tea', image: '', url_path: 'tea' },
  ...{ options: [], unit: 100, original: 100, inStock: true, available: null },
};
const add = { id: 'a', at: 1, kind: 'add', line, qty: 1 };
const kept = { items: [], refusals: [], left: [], joining: false };

test('what is no box is an empty one', () => {
  const none = [
    undefined,
    null,
    5,
    'box',
    [],
    {},
    { rev: 1 },
    { rev: '1', entries: [] },
    { rev: 1, entries: {} },
  ];
  for (const found of none) expect(boxOf(found)).toEqual(emptyBox());
});

test('a box that is one stays the same object, so that nothing is written', () => {
  const box = { rev: 3, kept, entries: [add] };
  expect(boxOf(box, cartShape)).toBe(box);
});

test('what cannot be read leaves, and what waits besides stays', () => {
  const wrong = [
    null,
    5,
    { id: 1 },
    { ...add, line: 'TEA' },
    { ...add, qty: '1' },
    { ...add, kind: 'other' },
  ];
  expect(boxOf({ rev: 3, kept, entries: [...wrong, add] }, cartShape)).toEqual({
    rev: 3,
    kept,
    entries: [add],
  });
  for (const other of [5, [], {}, { ...kept, items: [{ sku: 'TEA' }] }, { ...kept, token: 5 }])
    expect(boxOf({ rev: 3, kept: other, entries: [add] }, cartShape)).toEqual({
      ...{ rev: 3, kept: undefined, entries: [add] },
    });
});
