import { describe, expect, test } from 'vitest';
import { lowestFee } from './delivery-fee.ts';
import { type DeliveryMethod, freeDelivery, methodsAtPlace, offeredMethods } from './delivery-methods.ts';
import type { Destination } from './delivery-offer.ts';

const rate = {
  store_code: '',
  price: 6000,
  from_amount: 0,
  region_codes: [],
  postcode_from: null,
  postcode_to: null,
};
const method = (code: string, of: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  carrier_code: code,
  method_code: code,
  carrier_title: code,
  method_title: code,
  needs: 'address',
  rates: [rate],
  ...of,
});
const courier = method('courier', { rates: [rate, { ...rate, price: 0, from_amount: 65_000 }] });
const express = method('express', {
  rates: [{ ...rate, price: 9900, region_codes: ['ZA-WC'], postcode_from: '7400', postcode_to: '8099' }],
});
const collect = method('collect', { needs: 'store', rates: [{ ...rate, price: 0 }] });
const to: Destination = {
  country: 'ZA',
  region_code: 'ZA-WC',
  postcode: '8001',
  store: undefined,
  amount: 20_000,
};
const offered = (of: Partial<Destination>) =>
  offeredMethods([courier, express, collect], { ...to, ...of }, 'ZA').map(
    ({ method_code, price }) => `${method_code} ${price}`,
  );

describe('offeredMethods (CHK-2)', () => {
  test('returns the methods with a rate for the address, at their lowest rate', () => {
    expect(offered({})).toEqual(['courier 6000', 'express 9900']);
    expect(offered({ amount: 65_000 })).toEqual(['courier 0', 'express 9900']);
    expect(offered({ region_code: 'ZA-GP', postcode: '2000' })).toEqual(['courier 6000']);
    expect(offered({ postcode: '' })).toEqual(['courier 6000']);
  });

  test('offers collection only where a store is known', () => {
    expect(offered({})).not.toContain('collect 0');
    expect(offered({ store: { code: 'CPT', name: 'Claremont', hours: '' } })).toContain('collect 0');
  });

  test('offers no method abroad', () => {
    expect(offered({ country: 'DE' })).toEqual([]);
  });

  test('methodsAtPlace returns the fee of the smallest order, and the amount from which delivery is free', () => {
    const large = method('large', { rates: [{ ...rate, from_amount: 20_000 }] });
    const at = (postcode: string) =>
      methodsAtPlace([courier, express, large], { region_code: 'ZA-WC', postcode }).map(
        ({ method_code, price, from_amount, free_from }) => [method_code, price, from_amount, free_from],
      );
    expect(at('6001')).toEqual([
      ['courier', 6000, 0, 65_000],
      ['large', 6000, 20_000, undefined],
    ]);
    expect(at('8001')).toContainEqual(['express', 9900, 0, undefined]);
  });

  test('the rates of a place lead to the fee that an order of any value is offered', () => {
    const prices = [
      [6000, 0],
      [3000, 30_000],
      [0, 50_000],
      // Never the lowest.
      [4000, 40_000],
    ] as const;
    const stepped = method('stepped', {
      rates: prices.map(([price, from_amount]) => ({ ...rate, price, from_amount })),
    });
    const [atPlace] = methodsAtPlace([stepped], { region_code: 'ZA-WC', postcode: '8001' });
    expect(atPlace).toMatchObject({ price: 6000, from_amount: 0, free_from: 50_000 });
    expect(atPlace?.rates).toEqual([
      { price: 6000, from_amount: 0 },
      { price: 3000, from_amount: 30_000 },
      { price: 0, from_amount: 50_000 },
    ]);
    for (const amount of [0, 29_999, 30_000, 45_000, 49_999, 50_000]) {
      const [offer] = offeredMethods([stepped], { ...to, amount }, 'ZA');
      expect(lowestFee(atPlace?.rates ?? [], amount)).toBe(offer?.price);
    }
    expect(lowestFee([{ price: 6000, from_amount: 100 }], 99)).toBeUndefined();
  });

  test('freeDelivery returns the lowest amount with free delivery and its carrier, or undefined', () => {
    expect(freeDelivery([courier, express, collect], { cold: false })).toEqual({
      from: 65_000,
      carrier_title: courier.carrier_title,
    });
    expect(freeDelivery([express, collect], { cold: false })).toBeUndefined();
  });

  test('a method that does not carry cold goods promises them no free delivery', () => {
    const slow = { ...courier, method_title: '2 to 5 working days' };
    expect(freeDelivery([slow, express], { cold: false })?.from).toBe(65_000);
    expect(freeDelivery([slow, express], { cold: true })).toBeUndefined();
    expect(freeDelivery([slow, courier], { cold: true })?.from).toBe(65_000);
  });
});
