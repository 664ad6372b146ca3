import { describe, expect, test } from 'vitest';
import { configurableAtStore, stockAtStore } from './store-stock.ts';

const shop = { qty: 40, is_in_stock: true, manage_stock: true, max_sale_qty: 12 };

describe('stock at a fulfilment store (STOCK-1, spec D8)', () => {
  test('is what the store says, the rules of sale being the shop’s', () => {
    expect(stockAtStore(shop, { qty: 3, is_in_stock: true })).toEqual({ ...shop, qty: 3 });
    expect(stockAtStore(shop, { qty: 0, is_in_stock: false })).toEqual({
      ...shop,
      qty: 0,
      is_in_stock: false,
    });
  });

  test('is what the shop says where the store says nothing', () => {
    expect(stockAtStore(shop, undefined)).toBe(shop);
  });

  test('is counted once a store has counted it', () => {
    const uncounted = { ...shop, qty: 0, manage_stock: false };
    expect(stockAtStore(uncounted, { qty: 2, is_in_stock: true })).toMatchObject({
      qty: 2,
      manage_stock: true,
    });
  });

  test('of a configurable product is the stock of its variants', () => {
    const [inStock, soldOut] = [true, false].map((is_in_stock) => ({ qty: 0, is_in_stock }));
    expect(configurableAtStore(shop, [soldOut!, inStock!]).is_in_stock).toBe(true);
    expect(configurableAtStore(shop, [soldOut!, soldOut!]).is_in_stock).toBe(false);
    expect(configurableAtStore(shop, []).is_in_stock).toBe(false);
  });
});
