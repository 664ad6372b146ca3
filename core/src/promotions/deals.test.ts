import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Deal, dealDiscounts } from './deals.ts';

const now = new Date('2026-11-20T10:00:00Z');
const deal = (of: Partial<Deal> & { skus: string[] }): Deal => ({
  id: 1,
  code: 'D',
  label: 'A deal',
  kind: 'n_for',
  qty: 2,
  pay_qty: null,
  price: null,
  products: new Map(of.skus.map((sku) => [sku, 1])),
  valid_from: null,
  valid_to: null,
  ...of,
});
const line = (sku: string, qty: number, unit: number) => ({ key: sku, sku, qty, unit });
const off = (...args: Parameters<typeof dealDiscounts>) =>
  Object.fromEntries(dealDiscounts(...args).map(({ key, amount }) => [key, amount]));

describe('buy n, pay for m (spec D18)', () => {
  const six = deal({ kind: 'buy_n_pay_m', qty: 6, pay_qty: 5, skus: ['A', 'B'] });

  test('makes the cheapest of a set free, the sets made of the dearest', () => {
    expect(off([line('A', 4, 1000), line('B', 2, 800)], [six], now)).toEqual({ B: 800 });
    expect(off([line('A', 12, 1000)], [six], now)).toEqual({ A: 2000 });
  });

  test('needs a whole set', () => {
    expect(off([line('A', 5, 1000)], [six], now)).toEqual({});
  });
});

describe('n for R', () => {
  const two = deal({ price: 8999, skus: ['A', 'B'] });

  test('costs a set what it says, shared out by price to the cent', () => {
    expect(off([line('A', 1, 5999), line('B', 1, 4999)], [two], now)).toEqual({ A: 1090, B: 909 });
    expect(off([line('A', 5, 5999)], [two], now)).toEqual({ A: 2 * (2 * 5999 - 8999) });
  });

  test('is left out where the pieces cost less than the set', () => {
    expect(off([line('A', 2, 4000)], [two], now)).toEqual({});
  });

  test('counts within its dates only', () => {
    const over = { ...two, valid_to: '2026-11-20T09:59:59Z' };
    expect(off([line('A', 2, 5999)], [over], now)).toEqual({});
  });
});

test('a combo takes one of each part, as often as every part is there', () => {
  const combo = deal({
    kind: 'combo',
    price: 10_000,
    skus: [],
    products: new Map([
      ['BREAD', 1],
      ['ROLL', 1],
      ['MILK', 2],
    ]),
  });
  expect(off([line('BREAD', 1, 6000), line('ROLL', 1, 5000)], [combo], now)).toEqual({});
  const both = off([line('BREAD', 1, 6000), line('ROLL', 3, 5500), line('MILK', 2, 7000)], [combo], now);
  expect(Object.values(both).reduce((sum, amount) => sum + amount, 0)).toBe(3000 + 2500);
});

test('each piece counts in one deal, the one that saves most', () => {
  const small = deal({ id: 1, price: 9000, skus: ['A'] });
  const great = deal({ id: 2, kind: 'buy_n_pay_m', qty: 2, pay_qty: 1, skus: ['A'] });
  expect(dealDiscounts([line('A', 2, 5000)], [small, great], now)).toMatchObject([
    { deal: { id: 2 }, amount: 5000 },
  ]);
});

test('no deal ever raises a price or takes off more than the pieces cost, for any cart', () => {
  const lines = fc.uniqueArray(
    fc.record({ sku: fc.constantFrom('A', 'B', 'C', 'D'), qty: fc.nat(40), unit: fc.nat(50_000) }),
    { selector: ({ sku }) => sku },
  );
  const deals = fc.array(
    fc.record({
      kind: fc.constantFrom('buy_n_pay_m' as const, 'n_for' as const, 'combo' as const),
      qty: fc.integer({ min: 2, max: 7 }),
      price: fc.nat(100_000),
      skus: fc.subarray(['A', 'B', 'C', 'D']),
    }),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(lines, deals, (cart, randomDeals) => {
      const all = randomDeals.map(({ kind, qty, price, skus }, id) =>
        deal({
          id,
          kind,
          qty,
          pay_qty: kind === 'buy_n_pay_m' ? qty - 1 : null,
          price: kind === 'buy_n_pay_m' ? null : price,
          skus,
          products: new Map(skus.map((sku, index) => [sku, kind === 'combo' ? (index % 2) + 1 : 1])),
        }),
      );
      const discounts = dealDiscounts(
        cart.map(({ sku, qty, unit }) => line(sku, qty, unit)),
        all,
        now,
      );
      for (const { sku, qty, unit } of cart) {
        const lineDiscount = discounts
          .filter(({ key }) => key === sku)
          .reduce((sum, { amount }) => sum + amount, 0);
        expect(lineDiscount).toBeGreaterThanOrEqual(0);
        expect(lineDiscount).toBeLessThanOrEqual(qty * unit);
      }
    }),
  );
});
