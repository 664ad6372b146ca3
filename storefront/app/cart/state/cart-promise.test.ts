import type { MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import { expect, test } from 'vitest';
import type { CartViewTotals } from '../sync/cart-view.ts';
import { withPromise } from './cart-promise.ts';

const now = new Date('2026-11-28T10:00:00Z');
const method = (code: string, of: Partial<MethodAtPlace>): MethodAtPlace => ({
  ...{ carrier_code: code, method_code: code, carrier_title: code, method_title: code },
  ...{ needs: 'address', price_incl_tax: 60, from_amount: 0, carries_cold_goods: false },
  ...of,
});
const courier = method('courier', {
  expected_first: '2026-12-01',
  expected_last: '2026-12-04',
  free_from: 650,
});
const express = method('express', {
  ...{ expected_first: '2026-11-30', expected_last: '2026-11-30' },
  ...{ price_incl_tax: 99, carries_cold_goods: true },
});
const locker = method('locker', { needs: 'pickup_point', price_incl_tax: 49 });
const place = { postcode: '8001', name: 'Cape Town', city: 'Cape Town', region_code: 'ZA-WC' };
const delivery = { place, methods: [courier, express, locker], at: now.getTime() };
const totals: CartViewTotals = {
  ...{
    estimate: false,
    subtotal: 70_000,
    discount: 10_000,
    shipping: undefined,
    tax: 900,
    grandTotal: 60_000,
  },
  ...{ coupon: undefined, voucher: undefined, freeDeliveryFrom: 65_000, segments: [] },
  ...{ freeDeliveryBy: 'courier', needsCold: false },
  taxes: [{ percent: 15, value: 900 }],
};
const totalsAt = (of: Partial<CartViewTotals> = {}, at: typeof delivery | undefined = delivery) =>
  withPromise({ ...totals, ...of }, at, now);

test('a cart of a known place has the promised delivery and its fee in its total, and names a cheaper one', () => {
  const { promise, ...shown } = totalsAt();
  expect(shown).toMatchObject({ shipping: 6000, grandTotal: 66_000, tax: 900, taxes: [], estimate: false });
  expect(promise).toMatchObject({
    postcode: '8001',
    method: { carrier_code: 'courier' },
    days: { first: '2026-12-01' },
    cheaper: { method: { carrier_code: 'locker', price_incl_tax: 49 } },
  });
});

test('the fee is that of these goods: their value, their cold chain, and a coupon for free delivery', () => {
  expect(totalsAt({ discount: 0 })).toMatchObject({ shipping: 0, promise: { cheaper: undefined } });
  // A coupon does not raise the fee.
  expect(totalsAt({ goodsValue: 70_000 })).toMatchObject({ shipping: 0 });
  expect(totalsAt({ needsCold: true }).promise).toMatchObject({ method: express, cheaper: undefined });
  const coupon = { freeDeliveryFrom: 0, freeDeliveryBy: undefined };
  expect(totalsAt(coupon)).toMatchObject({ shipping: 0, grandTotal: 60_000 });
  // Another method is always free.
  expect(totalsAt({ freeDeliveryFrom: 0 })).toMatchObject({ shipping: 6000 });
  const onlyCourier = { ...delivery, methods: [courier] };
  expect(totalsAt({}, onlyCourier)).toMatchObject({ shipping: 6000, promise: { cheaper: undefined } });
  expect(totalsAt({ needsCold: true }, onlyCourier).promise).toBeUndefined();
});

test('a chosen method, downloads alone, and an unknown place have no promise', () => {
  for (const shown of [
    totalsAt({ shipping: 6000 }),
    totalsAt({ virtual: true }),
    // Totals of an older version.
    totalsAt({ needsCold: undefined }),
    withPromise(totals, undefined, now),
  ])
    expect([shown.promise, shown.grandTotal]).toEqual([undefined, 60_000]);
});
