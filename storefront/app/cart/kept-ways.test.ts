import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { configureApi } from '../api-settings.ts';
import type { DeliveryWay, PaymentWay } from './cart-doing.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches });
});

const cape = { country_id: 'ZA', region_code: 'ZA-WC', postcode: '8001' };
const nowhere = { country_id: 'ZA', region_code: '', postcode: '' };
const way = (available: boolean) => ({ carrier_code: 'van', method_code: 'van', available }) as DeliveryWay;
const cash = { code: 'cash', title: 'Cash' } as PaymentWay;

test('that nothing is offered to a place is not kept, so that it is asked again (accounts 4.4)', async () => {
  const { hasWays, keepPayments, keepWays, keptPayments, keptWays } = await import('./kept-ways.ts');
  keepWays(nowhere, []);
  keepPayments([cash]);
  expect([hasWays(), keptWays(nowhere), keptWays(cape)]).toEqual([false, undefined, undefined]);
  keepWays(nowhere, [way(false)]);
  expect([hasWays(), keptWays(cape)]).toEqual([false, undefined]);
  keepWays(cape, [way(true), way(false)]);
  expect([hasWays(), keptWays(nowhere)]).toEqual([true, [way(true), way(false)]]);
  keepPayments([]);
  expect([hasWays(), keptPayments()]).toEqual([false, undefined]);
});

test('what an older shop kept of a place with no way to it counts for nothing; a way that is gone is forgotten', async () => {
  const { hasWays, keepPayments, keepWays, keptWays } = await import('./kept-ways.ts');
  keepWays(cape, [way(true)]);
  keepPayments([cash]);
  const [name, written] = [...kept][0]!;
  const { delivery, payment } = JSON.parse(written);
  kept.set(name, JSON.stringify({ delivery: [{ ...delivery[0], ways: [] }], payment }));
  expect([hasWays(), keptWays(cape)]).toEqual([false, undefined]);
  keepWays(cape, [way(true)]);
  expect(hasWays()).toBe(true);
  keepWays(cape, []);
  expect([hasWays(), keptWays(cape)]).toEqual([false, undefined]);
});
