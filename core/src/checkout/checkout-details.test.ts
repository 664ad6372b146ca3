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

test.each([
  ...[
    'PO Box 12',
    'P.O. Box 12',
    'P.O.Box 12',
    'P O Box 12',
    'p.o box12',
    'PO. Box No. 12',
    'POBox 12',
    'Box 12',
  ],
  ...['Post Office Box 12', 'Post Box 12', 'Post-Box 7', 'Postbox 44', 'PO BOX X12'],
  ...['Posbus 12', 'Pos bus 12', 'Posbus nr. 12', 'P.O. Bus 12', 'Poskantoorbus 3', 'Bus 12'],
  ...[
    'Private Bag X12',
    'P/Bag X12',
    'P/Bag X 12',
    'P. Bag X12',
    'Pvt Bag X1',
    'Priv. Bag X9',
    'Private Bag',
    'PrivateBag X5',
  ],
  ...['Privaatsak X12', 'Privaat sak X12', 'P/Sak X12', 'Priv. Sak X3', 'Privaatsak'],
  ...['PostNet Suite 214, Private Bag X1', 'Postnet Suite 5', 'Poste Restante', 'Locked Bag 4'],
  ...[
    '12 Main Road, PO Box 99',
    'c/o Nkosi, P\u00a0O\u200b Box\u00a012',
    'PO Box \u0661\u0662',
    'Private\u2011Bag X12',
  ],
])('%j is a post box', (line) => {
  const errors = validateDeliveryAddress({ ...address, street: line }, 2);
  expect(errors.street).toBe('post_box');
});

test.each([
  ...[
    '12 Post Office Street',
    'Post Office Road 5',
    '3 Boxer Road',
    'Box Street 12',
    '5 Boxwood Lane',
    '9 Bagley Street',
  ],
  ...[
    '1 Postma Avenue',
    '14 Private Road',
    'Privaatpad 7',
    'Busstraat 12',
    '7 Bus Street',
    '2 Postbox Avenue',
    '8 Posbus Street',
  ],
  ...[
    'Old Post Office, 12 Long Street',
    'Shop 4, Post Office Building',
    '22 Poskantoor Street',
    'Unit 12, The Box Factory',
  ],
  ...[
    '1 Bagshot Close',
    '5 Privet Avenue',
    'Sakkie Street 3',
    'Pobox Lodge',
    '16 P Botha Street',
    '3 Mailbag Lane',
    'Box Hill 5',
    '',
  ],
])('%j is an address that a courier reaches', (line) => {
  const errors = validateDeliveryAddress({ ...address, street: line || 'Main Road 1' }, 2);
  expect(errors.street).toBeUndefined();
});
