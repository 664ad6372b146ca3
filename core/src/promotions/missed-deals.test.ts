import { expect, test } from 'vitest';
import { applyDeals, type Deal } from './deals.ts';
import { missedDeals } from './missed-deals.ts';

const now = new Date('2026-11-20T10:00:00Z');
const three: Deal = {
  ...{ id: 1, code: 'three', label: '3 for R45', kind: 'n_for', qty: 3, pay_qty: null, price: 4500 },
  products: new Map([
    ['A', 1],
    ['B', 1],
  ]),
  ...{ valid_from: null, valid_to: null },
};
const combo: Deal = {
  ...three,
  ...{ code: 'combo', label: 'Breakfast for R95', kind: 'combo', price: 9500 },
  products: new Map([
    ['A', 1],
    ['OATS', 2],
    ['JUICE', 3],
  ]),
};
const line = (sku: string, qty: number, unit = 1800) => ({ key: `line ${sku}`, sku, qty, unit });

function missed(lines: ReturnType<typeof line>[], deals: Deal[]) {
  const { left } = applyDeals(lines, deals, now);
  return missedDeals(left, deals, now).map(({ key, deal, missing }) => [key, deal.code, missing]);
}

test('a deal that lacks units is named once, at the first line that counts in it', () => {
  expect(missed([line('A', 1)], [three])).toEqual([['line A', 'three', 2]]);
  expect(missed([line('A', 1), line('B', 1)], [three])).toEqual([['line A', 'three', 1]]);
  expect(missed([line('C', 2)], [three])).toEqual([]);
});

test('units that a deal has used do not count towards the next set', () => {
  expect(missed([line('A', 3)], [three])).toEqual([]);
  expect(missed([line('A', 4)], [three])).toEqual([['line A', 'three', 2]]);
});

test('a combo lacks one unit of each missing part', () => {
  expect(missed([line('A', 2), line('OATS', 1)], [combo])).toEqual([['line A', 'combo', 1]]);
});

test('a deal that would save nothing, or is over, is not named', () => {
  expect(missed([line('A', 2, 1500)], [three])).toEqual([]);
  expect(missed([line('A', 2)], [{ ...three, valid_to: '2026-11-20T09:59:59Z' }])).toEqual([]);
});
