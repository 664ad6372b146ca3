import { expect, test } from 'vitest';
import { preferredMethod } from './preferred-method.ts';

const method = (needs: string, price_incl_tax: number, expected_last?: string) => ({
  ...{ needs, price_incl_tax, expected_last },
});
const courier = method('address', 60, '2026-12-04');
const locker = method('pickup_point', 49, '2026-12-05');
const store = method('store', 0, '2026-12-01');

test('the preferred method is the cheapest to the door, then the soonest, then the first', () => {
  const express = method('address', 99, '2026-12-01');
  const sooner = method('address', 60, '2026-12-02');
  const undated = method('address', 60);
  expect(preferredMethod([store, locker, express, undated, courier])).toBe(courier);
  expect(preferredMethod([courier, sooner])).toBe(sooner);
  expect(preferredMethod([courier, { ...courier }])).toBe(courier);
});

test('a method for larger orders comes after all that accept smaller ones', () => {
  const from = (from_amount: number, of: typeof courier) => ({ ...of, from_amount });
  const saver = from(650, method('address', 0));
  expect(preferredMethod([saver, courier])).toBe(courier);
  expect(preferredMethod([saver, from(0, courier)])).toMatchObject(courier);
  expect(preferredMethod([saver, locker])).toBe(locker);
  expect(preferredMethod([saver, from(100, courier)])).toMatchObject(courier);
  expect(preferredMethod([saver])).toBe(saver);
});

test('without a delivery to the door it is a pick-up point, then a store, then none', () => {
  expect(preferredMethod([store, locker])).toBe(locker);
  expect(preferredMethod([store])).toBe(store);
  expect(preferredMethod([])).toBeUndefined();
});
