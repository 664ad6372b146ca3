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

test('without a delivery to the door it is a pick-up point, then a store, then none', () => {
  expect(preferredMethod([store, locker])).toBe(locker);
  expect(preferredMethod([store])).toBe(store);
  expect(preferredMethod([])).toBeUndefined();
});
