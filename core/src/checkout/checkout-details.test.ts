import { describe, expect, test } from 'vitest';
import type { Address } from '../accounts/address.ts';
import {
  isInCheckout,
  validateBillingAddress,
  validateDeliveryAddress,
  validatePersonalDetails,
} from './checkout-details.ts';

const person = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', email: 'thandi@example.co.za' },
  ...{ createAccount: false, password: '', repeated: '', terms: false },
};
const address: Address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: '12 Long Street', apartment: '', suburb: '' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '+27821234567', company: '', vat_id: '' },
};

describe('validatePersonalDetails (CHK-1)', () => {
  test('requires names and an e-mail address', () => {
    expect(validatePersonalDetails(person, 2)).toEqual({});
    expect(validatePersonalDetails({ ...person, firstname: 'T', email: 'thandi' }, 2)).toEqual({
      firstname: 'name_short',
      email: 'email_invalid',
    });
  });

  test('requires a repeated password and the terms when an account is created', () => {
    const joining = { ...person, createAccount: true, password: 'Protea-42', repeated: 'Protea-42' };
    expect(validatePersonalDetails({ ...joining, terms: true }, 2)).toEqual({});
    expect(validatePersonalDetails({ ...joining, repeated: 'Protea-43' }, 2)).toEqual({
      repeated: 'passwords_differ',
      terms: 'terms_needed',
    });
    expect(
      validatePersonalDetails({ ...joining, password: 'short', repeated: 'short', terms: true }, 2),
    ).toEqual({
      password: 'password_short',
    });
  });
});

describe('validateDeliveryAddress', () => {
  test('requires a deliverable address with a telephone number', () => {
    expect(validateDeliveryAddress(address, 2)).toEqual({});
    expect(validateDeliveryAddress({ ...address, telephone: '' }, 2)).toEqual({ telephone: 'required' });
  });

  test.each(['PO Box 12', 'P.O. Box 12', 'Posbus 12', 'Private Bag X1'])(
    'rejects the post office box «%s»',
    (street) => {
      expect(validateDeliveryAddress({ ...address, street }, 2)).toEqual({ street: 'post_box' });
    },
  );

  test('accepts Boxwood Street', () => {
    expect(validateDeliveryAddress({ ...address, street: '1 Boxwood Street' }, 2)).toEqual({});
  });
});

describe('who pays', () => {
  test('validateBillingAddress accepts a post office box without a telephone number', () => {
    expect(
      validateBillingAddress(
        { ...address, telephone: '', street: 'PO Box 12' },
        { invoice: false, shortestName: 2 },
      ),
    ).toEqual({});
  });

  test('validateBillingAddress requires company and tax number for an invoice', () => {
    expect(validateBillingAddress(address, { invoice: true, shortestName: 2 })).toEqual({
      company: 'required',
      vat_id: 'required',
    });
    expect(
      validateBillingAddress(
        { ...address, company: 'Acme', vat_id: '41' },
        { invoice: true, shortestName: 2 },
      ),
    ).toEqual({
      vat_id: 'tax_id_short',
    });
  });
});

test('isInCheckout ends after thirty minutes (CHK-6)', () => {
  expect(isInCheckout(1000, 1000 + 30 * 60 * 1000 - 1)).toBe(true);
  expect(isInCheckout(1000, 1000 + 30 * 60 * 1000)).toBe(false);
});
