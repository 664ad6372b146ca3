import { describe, expect, test } from 'vitest';
import { type Address, findProvince, provinces, validateAddress } from './address.ts';
import { readAddress, writeAddress } from './address-format.ts';

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
const validAddress: Address = readAddress(sent);

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
  ])('findProvince(%j) finds %s', (text, code) => {
    expect(findProvince(text)?.code).toBe(code);
  });

  test('provinces lists the nine of ISO 3166-2:ZA', () => {
    expect(new Set(provinces.map(({ code }) => code)).size).toBe(9);
  });
});

describe('validateAddress (spec D14, D34, D35)', () => {
  test('accepts a valid address', () => {
    expect(validateAddress(validAddress, { deliverable: true, shortestName: 2 })).toEqual({});
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
  ])('%j has the errors %j', (wrong, errors) => {
    expect(validateAddress({ ...validAddress, ...wrong }, { deliverable: true, shortestName: 2 })).toEqual(
      errors,
    );
  });

  test('accepts any region abroad, and no telephone number in a profile', () => {
    const berlin = {
      ...validAddress,
      country_id: 'DE',
      postcode: '10115',
      region: '',
      region_code: '',
      telephone: '',
    };
    expect(validateAddress(berlin, { deliverable: false, shortestName: 2 })).toEqual({});
  });

  test('readAddress takes the first entry as street and the others as apartment', () => {
    expect(validAddress).toMatchObject({ street: '12 Long Street', apartment: '4B' });
    expect(readAddress({ ...sent, street: ['1 Loop St'] })).toMatchObject({
      street: '1 Loop St',
      apartment: '',
    });
    expect(readAddress({ ...sent, street: ['1 Loop St', 'Block C', '', '7'] }).apartment).toBe('Block C, 7');
  });

  test('readAddress accepts country_id and countryId', () => {
    const { country_id: _, ...rest } = sent;
    expect(readAddress({ ...rest, countryId: 'za' }).country_id).toBe('ZA');
  });

  test('readAddress reads back what writeAddress writes', () => {
    const stored = { ...validAddress, id: 7, customer_id: 3, default_shipping: true, default_billing: false };
    expect(readAddress(writeAddress(stored))).toEqual(validAddress);
    expect(writeAddress(stored)).toMatchObject({ id: 7, region: { region_code: 'ZA-WC', region_id: 9 } });
  });
});
