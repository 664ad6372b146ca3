import { expect, test } from 'vitest';
import { cartShape } from '../../cart/sync/cart-outbox.ts';
import { emptyOutbox, outboxOf } from './outbox.ts';

const line = {
  ...{ sku: 'TEA', parentSku: '', product_type: 'simple', name: 'Tea', image: '', url_path: 'tea' },
  ...{ options: [], unit: 100, original: 100, inStock: true, available: null },
};
const add = { id: 'a', at: 1, kind: 'add', line, qty: 1 };
const snapshot = { items: [], refusals: [], left: [], joining: false };

test('outboxOf returns an empty outbox for an invalid value', () => {
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
  for (const value of none) expect(outboxOf(value)).toEqual(emptyOutbox());
});

test('outboxOf returns the same object for a valid outbox, so that nothing is written', () => {
  const outbox = { rev: 3, kept: snapshot, entries: [add] };
  expect(outboxOf(outbox, cartShape)).toBe(outbox);
});

test('outboxOf drops invalid entries and snapshots and preserves the other entries', () => {
  const wrong = [
    null,
    5,
    { id: 1 },
    { ...add, line: 'TEA' },
    { ...add, qty: '1' },
    { ...add, kind: 'other' },
  ];
  expect(outboxOf({ rev: 3, kept: snapshot, entries: [...wrong, add] }, cartShape)).toEqual({
    rev: 3,
    kept: snapshot,
    entries: [add],
  });
  for (const invalid of [5, [], {}, { ...snapshot, items: [{ sku: 'TEA' }] }, { ...snapshot, token: 5 }])
    expect(outboxOf({ rev: 3, kept: invalid, entries: [add] }, cartShape)).toEqual({
      ...{ rev: 3, kept: undefined, entries: [add] },
    });
});
