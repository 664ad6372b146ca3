import { describe, expect, test } from 'vitest';
import { type Address, addressFaults, findProvince, provinces } from './address.ts';
import { readAddress, writeAddress } from './address-wire.ts';

const sent = {
  firstname: 'Thandi',
  lastname: 'Nkosi',
  street: ['12 Long Street', '4B'],
  suburb: 'Gardens',
  city: 'Cape Town',
  region: { region: 'Western Cape' },
  country_id: 'ZA',
  postcode: '8001',
  telephone: '082 123 4567',
};
const good: Address = readAddress(sent);

describe('a province', () => {
  test.each([
    ['ZA-WC', 'ZA-WC'],
    ['wc', 'ZA-WC'],
    ['Western Cape', 'ZA-WC'],
    ['western-cape', 'ZA-WC'],
    ['North-West', 'ZA-NW'],
    ['kwazulu natal', 'ZA-KZN'],
    ['ZA-NL', 'ZA-KZN'],
    ['GT', 'ZA-GP'],
    ['Bavaria', undefined],
    ['', undefined],
  ])('%j is %s', (text, code) => {
    expect(findProvince(text)?.code).toBe(code);
  });

  test('there are nine, as ISO 3166-2:ZA has them', () => {
    expect(new Set(provinces.map(({ code }) => code)).size).toBe(9);
  });
});

describe('an address (decisions 14, 34, 35)', () => {
  test('a good one has no fault', () => {
    expect(addressFaults(good, { deliverable: true })).toEqual({});
  });

  test.each<[Partial<Address>, object]>([
    [{ street: ' ' }, { street: 'required' }],
    [{ region: '', region_code: '' }, { region: 'required' }],
    [{ region: 'Bavaria', region_code: '' }, { region: 'province_unknown' }],
    [{ country_id: '' }, { country_id: 'country_unknown' }],
    [{ telephone: '' }, { telephone: 'required' }],
    [{ telephone: '12' }, { telephone: 'phone_invalid' }],
    [{ postcode: '800' }, { postcode: 'postcode_digits' }],
    [{ vat_id: '12' }, { vat_id: 'tax_id_short' }],
    [{ company: 'x'.repeat(256) }, { company: 'too_long' }],
  ])('%j has %j', (wrong, faults) => {
    expect(addressFaults({ ...good, ...wrong }, { deliverable: true })).toEqual(faults);
  });

  test('in another country any region will do, and nobody has to be rung for a profile', () => {
    const berlin = {
      ...good,
      country_id: 'DE',
      postcode: '10115',
      region: '',
      region_code: '',
      telephone: '',
    };
    expect(addressFaults(berlin, { deliverable: false })).toEqual({});
  });

  test('the street comes first; one entry is the street; more are the apartment', () => {
    expect(good).toMatchObject({ street: '12 Long Street', apartment: '4B' });
    expect(readAddress({ ...sent, street: ['1 Loop St'] })).toMatchObject({
      street: '1 Loop St',
      apartment: '',
    });
    expect(readAddress({ ...sent, street: ['1 Loop St', 'Block C', '', '7'] }).apartment).toBe('Block C, 7');
  });

  test('both spellings of the country are read', () => {
    const { country_id: _, ...rest } = sent;
    expect(readAddress({ ...rest, countryId: 'za' }).country_id).toBe('ZA');
  });

  test('what is written and read again is the same', () => {
    const kept = { ...good, id: 7, customer_id: 3, default_shipping: true, default_billing: false };
    expect(readAddress(writeAddress(kept))).toEqual(good);
    expect(writeAddress(kept)).toMatchObject({ id: 7, region: { region_code: 'ZA-WC', region_id: 9 } });
  });
});
