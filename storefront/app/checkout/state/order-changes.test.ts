import { expect, test } from 'vitest';
import { type ConfirmedCart, changesBetween } from './order-changes.ts';

const totals = { subtotal: 10_000, discount: 0, shipping: 5000, grandTotal: 15_000 };
const oats = { key: 'oats', name: 'Oats', qty: 1, row: 4000 };
const tea = { key: 'tea', name: 'Tea', qty: 2, row: 6000 };
const shown: ConfirmedCart = { lines: [oats, tea], totals };

test('changesBetween reports nothing for an unchanged cart', () => {
  expect(changesBetween(shown, structuredClone(shown))).toEqual([]);
});

test('changesBetween reports a price increase of a line and the new total', () => {
  const now = { lines: [{ ...oats, row: 4500 }, tea], totals: { ...totals, grandTotal: 15_500 } };
  expect(changesBetween(shown, now)).toEqual([
    { kind: 'line', name: 'Oats', before: 4000, now: 4500 },
    { kind: 'total', before: 15_000, now: 15_500 },
  ]);
});

test('changesBetween reports removed lines, added lines and changed quantities', () => {
  const now = {
    lines: [
      { ...tea, qty: 1, row: 3000 },
      { key: 'jam', name: 'Jam', qty: 1, row: 900 },
    ],
    totals,
  };
  expect(changesBetween(shown, now)).toEqual([
    { kind: 'line', name: 'Oats', before: 4000, now: undefined },
    { kind: 'quantity', name: 'Tea', before: 2, now: 1 },
    { kind: 'line', name: 'Jam', before: undefined, now: 900 },
  ]);
});
