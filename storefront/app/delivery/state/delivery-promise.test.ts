import type { MethodAtPlace } from '@fynbos/core/delivery/contract.ts';
import { describe, expect, test } from 'vitest';
import { isDeliveryOutdated, methodsForValue, placeRequestOf, promiseOf } from './delivery-promise.ts';

const now = new Date('2026-11-28T10:00:00Z');
const method = (code: string, of: Partial<MethodAtPlace> = {}): MethodAtPlace => ({
  ...{ carrier_code: code, method_code: code, carrier_title: code, method_title: code },
  ...{ needs: 'address', price_incl_tax: 60, from_amount: 0, carries_cold_goods: false },
  ...of,
});
const days = (first: string, last = first) => ({ expected_first: first, expected_last: last });
const courier = method('courier', days('2026-12-01', '2026-12-04'));
const express = method('express', { ...days('2026-11-30'), price_incl_tax: 99, carries_cold_goods: true });
const collect = method('collect', { ...days('2026-11-29'), needs: 'store', carries_cold_goods: true });

const promiseFor = (methods: MethodAtPlace[], cold = false, at = now) =>
  promiseOf({ methods, at: at.getTime() }, cold, now);

describe('promiseOf', () => {
  test('promises the cheapest delivery to the door, then the soonest', () => {
    expect(promiseFor([collect, express, courier])).toEqual({
      method: courier,
      days: { first: '2026-12-01', last: '2026-12-04' },
    });
    const sooner = method('sooner', days('2026-11-30'));
    expect(promiseFor([courier, sooner])?.method).toBe(sooner);
    expect(promiseFor([method('some day'), courier])?.method).toBe(courier);
  });

  test('promises a method that accepts every order before one for larger orders, unless the goods are worth enough', () => {
    const saver = method('saver', { price_incl_tax: 0, from_amount: 650 });
    const methodFor = (value: number) => promiseFor(methodsForValue([saver, courier], value, false))?.method;
    expect(promiseFor([saver, courier])?.method).toBe(courier);
    expect(promiseFor([saver])?.method).toBe(saver);
    expect(methodFor(64_999)).toMatchObject({ carrier_code: 'courier', price_incl_tax: 60 });
    expect(methodFor(65_000)).toMatchObject({ carrier_code: 'saver', price_incl_tax: 0 });
  });

  test('promises cold goods only with a method that carries them, else collection, else nothing', () => {
    expect(promiseFor([courier, express, collect], true)?.method).toBe(express);
    expect(promiseFor([courier, collect], true)?.method).toBe(collect);
    expect(promiseFor([courier], true)).toBeUndefined();
  });

  test('names no days that were counted on another day', () => {
    expect(promiseFor([courier], false, new Date('2026-11-27T10:00:00Z'))).toEqual({
      method: courier,
      days: undefined,
    });
  });
});

test('stored methods are outdated after an hour, after midnight, and with another store', () => {
  const stored = { place: { postcode: '', name: '', city: '', region_code: '' }, methods: [] };
  const isOld = (at: string, collectAt?: string) =>
    isDeliveryOutdated({ ...stored, at: Date.parse(at), collectAt }, now, undefined);
  expect(isOld('2026-11-28T09:30:00Z')).toBe(false);
  expect(isOld('2026-11-28T08:59:00Z')).toBe(true);
  expect(isOld('2026-11-28T09:30:00Z', 'CPT')).toBe(true);
  const night = { ...stored, at: Date.parse('2026-11-28T21:50:00Z') };
  expect(isDeliveryOutdated(night, new Date('2026-11-28T22:10:00Z'), undefined)).toBe(true);
});

test('methodsForValue leaves out methods for larger orders, and makes free what is free from this value', () => {
  const large = method('large', { from_amount: 500 });
  const free = method('free', { free_from: 650 });
  const fees = (value: number, isFree = false) =>
    methodsForValue([large, free], value, isFree).map((of) => [of.carrier_code, of.price_incl_tax]);
  expect(fees(49_999)).toEqual([['free', 60]]);
  expect(fees(65_000)).toEqual([
    ['large', 60],
    ['free', 0],
  ]);
  expect(fees(10_000, true)).toEqual([['free', 0]]);
});

test('methodsForValue takes the rate that the shop charges for this value', () => {
  const rates = [
    [0, 60],
    [300, 30],
    [500, 0],
  ].map(([from_amount = 0, price_incl_tax = 0]) => ({ from_amount, price_incl_tax }));
  const stepped = method('stepped', { free_from: 500, rates });
  const fees = [29_999, 30_000, 35_000, 50_000].map(
    (value) => methodsForValue([stepped], value, false)[0]?.price_incl_tax,
  );
  expect(fees).toEqual([60, 30, 30, 0]);
});

describe('placeRequestOf', () => {
  const place = { postcode: '6570', name: '', city: '', region_code: '' };
  const chosen = { place, methods: [], at: 0 };
  const usual = { ...chosen, usual: '6570' };
  const requestOf = (stored: typeof usual | typeof chosen | undefined, address?: string, isOld = false) =>
    placeRequestOf(stored, address, () => isOld);

  test('follows the address of the customer while no place is chosen', () => {
    expect(requestOf(undefined)).toBeUndefined();
    expect(requestOf(undefined, '8001')).toEqual({ typed: '8001', isUsual: true });
    expect(requestOf(usual, '6570')).toBeUndefined();
    expect(requestOf(usual, '8001')).toEqual({ typed: '8001', isUsual: true });
  });

  test('a chosen place wins over the address', () => {
    expect(requestOf(chosen, '8001')).toBeUndefined();
    expect(requestOf(chosen, '8001', true)).toEqual({ typed: '6570', isUsual: false });
  });

  test('outdated methods are requested again', () => {
    expect(requestOf(usual, '6570', true)).toEqual({ typed: '6570', isUsual: true });
    expect(requestOf(usual, undefined, true)).toEqual({ typed: '6570', isUsual: true });
  });
});
