import { describe, expect, test } from 'vitest';
import { unknownAmount } from '../pricing/unknown-price.ts';
import { united, withNew, without, withSeen } from './list-rules.ts';
import { listedProduct, readListed } from './listed-product.ts';

const item = (sku: string, day: number) => ({
  sku,
  added_at: `2026-11-${String(day).padStart(2, '0')}T08:00:00Z`,
});
const skus = (items: readonly { sku: string }[]) => items.map(({ sku }) => sku).join(' ');

describe('list rules of wishlist and compare (ACC-6, spec accounts 4.6)', () => {
  test('withNew puts a new item in front, and ignores an item that is already listed', () => {
    const single = withNew([], item('OATS', 1));
    const two = withNew(single, item('MILK', 2));
    expect(skus(two)).toBe('MILK OATS');
    expect(withNew(two, item('OATS', 3))).toBe(two);
  });

  test('without removes an item by its sku', () => {
    expect(skus(without([item('A', 1), item('B', 2)], 'A'))).toBe('B');
    expect(skus(without([item('A', 1)], 'none'))).toBe('A');
  });

  test('united merges two lists of one customer, newest first, and merging again changes nothing', () => {
    const guest = [item('MILK', 9), item('OATS', 3)];
    const stored = [item('TEA', 5), item('MILK', 2)];
    const merged = united(guest, stored);
    expect(skus(merged)).toBe('MILK TEA OATS');
    expect(merged[0]!.added_at).toBe(item('MILK', 9).added_at);
    expect(united(merged, merged)).toEqual(merged);
    expect(united(stored, guest)).toEqual(merged);
    expect(skus(united(guest, stored, 2))).toBe('MILK TEA');
  });
});

describe('withSeen for recently viewed products (PDP-7, wire contract 8.9)', () => {
  test('is newest first, and a new visit moves a product to the front', () => {
    const seen = [item('A', 1), item('B', 2), item('A', 3)].reduce(
      (items, next) => withSeen(items, next, 20),
      [] as readonly { sku: string; added_at: string }[],
    );
    expect(skus(seen)).toBe('A B');
    expect(seen[0]!.added_at).toBe(item('A', 3).added_at);
  });

  test('limits the list to the newest twenty', () => {
    const days = Array.from({ length: 25 }, (_, index) => item(`S${index}`, index + 1));
    const seen = days.reduce((items, next) => withSeen(items, next, 20), [] as readonly (typeof days)[0][]);
    expect([seen.length, seen[0]!.sku, seen[19]!.sku]).toEqual([20, 'S24', 'S5']);
  });
});

describe('listedProduct, the form in which a browser stores a product', () => {
  const product = {
    id: 7,
    sku: 'OATS',
    type_id: 'simple' as const,
    name: 'Oats',
    url_path: 'oats',
    image: '/oats.jpg',
    final_price_incl_tax: 29.99,
    original_price_incl_tax: 34.99,
    special_price_incl_tax: 29.99,
    description: 'much text that is not needed in a list',
  };

  test('holds the fields that show it without a network, and qty 1', () => {
    const listed = listedProduct(product, new Date('2026-11-20T08:00:00Z'));
    expect(listed).toMatchObject({ qty: 1, added_at: '2026-11-20T08:00:00.000Z', name: 'Oats' });
    expect(Object.keys(listed)).not.toContain('description');
    expect(readListed(JSON.parse(JSON.stringify(listed)))).toEqual(listed);
  });

  test.each([null, 7, 'OATS', {}, { sku: 1, name: 'x', url_path: 'y' }, { sku: 'OATS' }, []])(
    'is not read from %j',
    (value) => expect(readListed(value)).toBeUndefined(),
  );

  test('has an unknown price where storage holds a price that is not a number', () => {
    const odd = readListed({ ...product, final_price_incl_tax: '<b>1</b>', image: 5 });
    expect(odd).toMatchObject({ final_price_incl_tax: unknownAmount, image: '', added_at: '' });
  });
});
