import { standardSwitches } from '@fynbos/core/switches.ts';
import { beforeAll, expect, test } from 'vitest';
import { configureApi } from '../../platform/api/api-settings.ts';
import type { Profile } from '../../platform/session/profile.ts';
import { usualAddress } from './first-values.ts';
import { findOffered, knownPersonal, knownShipping } from './known-details.ts';

const home = {
  ...{
    id: 1,
    firstname: 'Thandi',
    lastname: 'Nkosi',
    street: ['7 Kloof Street', 'Unit 4'],
    suburb: 'Gardens',
  },
  ...{ city: 'Cape Town', region: { region_code: 'ZA-WC', region: 'Western Cape' }, postcode: '8001' },
  ...{ country_id: 'ZA', telephone: '+27821234567' },
};
const work = { ...home, id: 2, street: ['1 Loop Street'], default_shipping: true };
const thandi = (...addresses: object[]) =>
  ({ id: 1, email: 'thandi@example.co.za', firstname: 'Thandi', lastname: 'Nkosi', addresses }) as Profile;
const nothing = { shipping: {}, done: [] };

beforeAll(() => configureApi({ base: '', publicBase: '', partitionKey: 'za', switches: standardSwitches }));

test('knownShipping is the default delivery address', () => {
  expect(knownShipping(thandi(home, work), nothing)).toMatchObject({ street: '1 Loop Street', book: '2' });
  expect(knownShipping(thandi(home), nothing)).toMatchObject({ street: '7 Kloof Street', book: '1' });
  expect(knownShipping(thandi(), nothing)).toBeUndefined();
});

test('knownShipping refuses an address to which nothing can be delivered', () => {
  expect(knownShipping(thandi({ ...home, postcode: '80' }), nothing)).toBeUndefined();
  expect(knownShipping(thandi({ ...home, telephone: '' }), nothing)).toBeUndefined();
  expect(knownShipping(thandi({ ...home, street: ['PO Box 12'] }), nothing)).toBeUndefined();
});

test('knownShipping keeps the address of this order, and no other one that was only begun', () => {
  const profile = thandi(home);
  const typed = { ...usualAddress(profile)!, street: '14 Long Street', book: '' };
  expect(knownShipping(profile, { shipping: typed, done: ['shipping'] })).toEqual(typed);
  expect(knownShipping(profile, { shipping: typed, done: [] })).toBeUndefined();
  expect(knownShipping(profile, { shipping: usualAddress(profile)!, done: [] })).toMatchObject({ book: '1' });
});

test('knownPersonal is the name and address of the account, with a name typed for this order', () => {
  expect(knownPersonal(thandi(), { personal: {} })).toEqual({
    ...{ firstname: 'Thandi', lastname: 'Nkosi', email: 'thandi@example.co.za' },
  });
  expect(knownPersonal(thandi(), { personal: { lastname: 'Dube', email: 'a@b.c' } })).toMatchObject({
    ...{ lastname: 'Dube', email: 'thandi@example.co.za' },
  });
  expect(knownPersonal({ ...thandi(), lastname: '' }, { personal: {} })).toBeUndefined();
});

test('findOffered finds the method of an order only while it is available', () => {
  const method = (carrier_code: string, method_code: string, available = true) =>
    ({ carrier_code, method_code, available }) as Parameters<typeof findOffered>[0][number];
  const methods = [method('courier', 'door'), method('courier', 'next_day', false)];
  expect(findOffered(methods, 'courier_door')).toBe(methods[0]);
  expect(findOffered(methods, 'courier_next_day')).toBeUndefined();
  expect(findOffered(methods, undefined)).toBeUndefined();
});
