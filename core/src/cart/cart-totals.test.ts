import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { priceOf } from '../pricing/price.ts';
import { totalsOf } from './cart-totals.ts';

const now = new Date('2026-11-20T10:00:00Z');
const price = (net: number, rate: number) =>
  priceOf({ price: net, special_price: null, special_from_date: null, special_to_date: null }, rate, now);
const line = (key: string, net: number, rate: number, qty = 1, deal = 0, coupon = 0) => ({
  key,
  qty,
  price: price(net, rate),
  shares: [{ rate, weight: 1 }],
  deal,
  coupon,
});

describe('totalsOf (spec D16, D18, D22)', () => {
  test('rounds the unit price with tax first, then multiplies', () => {
    // R129.99 has no net price in whole cents.
    const totals = totalsOf([line('A', 1_130_348, 15, 3)], undefined);
    expect(totals).toMatchObject({ subtotal: 38_997, grand_total: 38_997, units: 3 });
  });

  test('splits tax by rate: 15 % and 0 % in one cart (spec D41)', () => {
    const totals = totalsOf([line('A', 1_000_000, 15), line('B', 350_000, 0, 2)], {
      price: 6000,
      discount: 0,
      rate: 15,
    });
    expect(totals.taxes).toEqual([
      { rate: 15, net: 15_217, tax: 2283 },
      { rate: 0, net: 7000, tax: 0 },
    ]);
    expect(totals.grand_total).toBe(11_500 + 7000 + 6000);
  });

  test('splits the tax of a bundle by the price of its parts', () => {
    const bundle = {
      ...line('B', 1_000_000, 0),
      shares: [
        { rate: 15, weight: 6900 },
        { rate: 0, weight: 3100 },
      ],
    };
    expect(totalsOf([bundle], undefined).taxes).toEqual([
      { rate: 15, net: 6000, tax: 900 },
      { rate: 0, net: 3100, tax: 0 },
    ]);
  });

  test('adds shipping once, whatever the number of lines (wire contract 4.8)', () => {
    const lines = [line('A', 10_000, 0), line('B', 20_000, 0, 2)];
    expect(totalsOf(lines, { price: 800, discount: 0, rate: 0 }).grand_total).toBe(100 + 400 + 800);
  });

  test('never makes a line negative, and never uses free delivery to pay for goods', () => {
    const totals = totalsOf([line('A', 100_000, 0, 1, 900, 900)], { price: 500, discount: 900, rate: 15 });
    expect(totals).toMatchObject({ discount: 1000, grand_total: 0, shipping_discount: 500, tax: 0 });
  });

  test('sums the paid amounts including tax for any cart', () => {
    const anyLine = fc.record({
      net: fc.integer({ min: 1, max: 50_000_000 }),
      rate: fc.constantFrom(0, 7, 15),
      qty: fc.integer({ min: 1, max: 99 }),
      off: fc.nat(5000),
    });
    fc.assert(
      fc.property(fc.array(anyLine), (lines) => {
        const totals = totalsOf(
          lines.map(({ net, rate, qty, off }, index) => line(String(index), net, rate, qty, off)),
          undefined,
        );
        expect(totals.grand_total).toBe(totals.subtotal - totals.discount);
        expect(totals.taxes.reduce((sum, share) => sum + share.net + share.tax, 0)).toBe(totals.grand_total);
        expect(totals.lines.every((line) => line.paid >= 0 && line.tax >= 0)).toBe(true);
      }),
    );
  });
});
