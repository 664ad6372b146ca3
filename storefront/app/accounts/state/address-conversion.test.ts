import { describe, expect, test } from 'vitest';
import { checkAddress } from './account-form-validation.ts';
import { wireAddress, withAddress } from './address-conversion.ts';

const typed = {
  firstname: 'Thandi',
  lastname: 'Nkosi',
  street: '12 Long Street',
  apartment: '4B',
  suburb: 'Gardens',
  city: 'Cape Town',
  region: 'ZA-WC',
  postcode: '8001',
  country_id: 'ZA',
  telephone: '082 123 4567',
  company: '',
  vat_id: '',
};

describe('the address book (ACC-1, spec D14 and D35)', () => {
  test('wireAddress sends street and apartment in this order, and omits an empty company', () => {
    const sent = wireAddress(typed, 5);
    expect(sent).toMatchObject({ id: 5, street: ['12 Long Street', '4B'], default_shipping: false });
    expect(sent.region).toEqual({ region: null, region_code: 'ZA-WC' });
    expect(Object.keys(sent)).not.toContain('company');
  });

  test('withAddress sets one default at most: the address that was marked last', () => {
    const home = { ...wireAddress({ ...typed, default_shipping: 'on' }, 1) };
    const work = wireAddress({ ...typed, default_shipping: 'on' }, undefined);
    const book = withAddress([home], work);
    expect(book.map(({ default_shipping }) => default_shipping)).toEqual([false, true]);
  });

  test('withAddress changes an address in place, whether its id is a number or a string', () => {
    const book = [wireAddress(typed, 1), wireAddress(typed, 2)];
    const moved = withAddress(book, wireAddress({ ...typed, city: 'Durban' }, '1'));
    expect(moved.map(({ city }) => city)).toEqual(['Durban', 'Cape Town']);
  });

  test('withAddress changes an unsent address in place, and one that was saved in the meantime', () => {
    const unsent = wireAddress(typed, undefined);
    const moved = wireAddress({ ...typed, telephone: '083 123 4567' }, undefined);
    for (const known of [unsent, { ...unsent, id: 9 }]) {
      const book = withAddress([known, wireAddress(typed, 2)], moved, unsent);
      expect(book.map(({ id, telephone }) => [id, telephone])).toEqual([
        [known.id, moved.telephone],
        [2, unsent.telephone],
      ]);
    }
  });

  test.each([
    ['postcode', '800', 'postcode_digits'],
    ['region', '', 'required'],
    ['telephone', '', 'required'],
    ['telephone', '12', 'phone_invalid'],
    ['vat_id', '12', 'tax_id_short'],
    ['firstname', 'J', 'name_short'],
  ])('checkAddress reports errors: %s %j', (field, text, error) => {
    expect(checkAddress({ ...typed, [field]: text })).toEqual({ [field]: error });
  });

  test('checkAddress accepts a foreign address with its own province and code', () => {
    const berlin = { ...typed, country_id: 'DE', region: '', postcode: '10115' };
    expect(checkAddress({ ...berlin, telephone: '+49 30 1234567' })).toEqual({});
    expect(checkAddress({ ...berlin, telephone: '030 123 4567' })).toEqual({ telephone: 'phone_invalid' });
  });
});
