import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import type { PaymentMethod, ShippingMethod } from './cart-methods.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
  });
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches });
});

const cape = { country_id: 'ZA', region_code: 'ZA-WC', postcode: '8001' };
const nowhere = { country_id: 'ZA', region_code: '', postcode: '' };
const shippingMethod = (available: boolean) =>
  ({ carrier_code: 'van', method_code: 'van', available }) as ShippingMethod;
const cash = { code: 'cash', title: 'Cash' } as PaymentMethod;

test('an empty list of shipping or payment methods is not cached, so the next lookup requests it again (spec accounts 4.4)', async () => {
  const {
    hasCachedMethods,
    cachePaymentMethods,
    cacheShippingMethods,
    cachedPaymentMethods,
    cachedShippingMethods,
  } = await import('./cart-methods.ts');
  cacheShippingMethods(nowhere, []);
  cachePaymentMethods([cash]);
  expect([hasCachedMethods(), cachedShippingMethods(nowhere), cachedShippingMethods(cape)]).toEqual([
    false,
    undefined,
    undefined,
  ]);
  cacheShippingMethods(nowhere, [shippingMethod(false)]);
  expect([hasCachedMethods(), cachedShippingMethods(cape)]).toEqual([false, undefined]);
  cacheShippingMethods(cape, [shippingMethod(true), shippingMethod(false)]);
  expect([hasCachedMethods(), cachedShippingMethods(nowhere)]).toEqual([
    true,
    [shippingMethod(true), shippingMethod(false)],
  ]);
  cachePaymentMethods([]);
  expect([hasCachedMethods(), cachedPaymentMethods()]).toEqual([false, undefined]);
});

test('a cached place without shipping methods counts as not cached, and an empty response removes the cached methods', async () => {
  const { hasCachedMethods, cachePaymentMethods, cacheShippingMethods, cachedShippingMethods } = await import(
    './cart-methods.ts'
  );
  cacheShippingMethods(cape, [shippingMethod(true)]);
  cachePaymentMethods([cash]);
  const [name, written] = [...stored][0]!;
  const { delivery, payment } = JSON.parse(written);
  stored.set(name, JSON.stringify({ delivery: [{ ...delivery[0], ways: [] }], payment }));
  expect([hasCachedMethods(), cachedShippingMethods(cape)]).toEqual([false, undefined]);
  cacheShippingMethods(cape, [shippingMethod(true)]);
  expect(hasCachedMethods()).toBe(true);
  cacheShippingMethods(cape, []);
  expect([hasCachedMethods(), cachedShippingMethods(cape)]).toEqual([false, undefined]);
});

test('the store of a collection at another place is not taken for this one, unless it was chosen', async () => {
  const { cacheShippingMethods, cachedShippingMethods } = await import('./cart-methods.ts');
  const collection = { ...shippingMethod(true), store: { code: 'KNY', name: 'Knysna' } };
  cacheShippingMethods(cape, [shippingMethod(true), collection]);
  expect(cachedShippingMethods(cape)).toEqual([shippingMethod(true), collection]);
  expect(cachedShippingMethods({ ...cape, postcode: '6530' })).toEqual([shippingMethod(true)]);
});
