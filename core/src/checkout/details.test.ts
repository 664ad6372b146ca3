import { describe, expect, test } from 'vitest';
import type { Address } from '../accounts/address.ts';
import { billingFaults, deliveryFaults, isInCheckout, personalFaults } from './details.ts';

const person = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', email: 'thandi@example.co.za' },
  ...{ createAccount: false, password: '', repeated: '', terms: false },
};
const address: Address = {
  ...{ firstname: 'Thandi', lastname: 'Nkosi', street: '12 Long Street', apartment: '', suburb: '' },
  ...{ city: 'Cape Town', region: 'Western Cape', region_code: 'ZA-WC', postcode: '8001', country_id: 'ZA' },
  ...{ telephone: '+27821234567', company: '', vat_id: '' },
};

describe('who orders (CHK-1)', () => {
  test('gives names and an e-mail address', () => {
    expect(personalFaults(person)).toEqual({});
    expect(personalFaults({ ...person, firstname: 'Th', email: 'thandi' })).toEqual({
      firstname: 'name_short',
      email: 'email_invalid',
    });
  });

  test('makes an account with a password that is typed twice, and agrees to the terms', () => {
    const joining = { ...person, createAccount: true, password: 'Protea-42', repeated: 'Protea-42' };
    expect(personalFaults({ ...joining, terms: true })).toEqual({});
    expect(personalFaults({ ...joining, repeated: 'Protea-43' })).toEqual({
      repeated: 'passwords_differ',
      terms: 'terms_needed',
    });
    expect(personalFaults({ ...joining, password: 'short', repeated: 'short', terms: true })).toEqual({
      password: 'password_short',
    });
  });
});

describe('where it goes', () => {
  test('is an address somebody can bring it to, with a telephone', () => {
    expect(deliveryFaults(address)).toEqual({});
    expect(deliveryFaults({ ...address, telephone: '' })).toEqual({ telephone: 'required' });
  });

  test.each(['PO Box 12', 'P.O. Box 12', 'Posbus 12', 'Private Bag X1'])('is not «%s»', (street) => {
    expect(deliveryFaults({ ...address, street })).toEqual({ street: 'post_box' });
  });

  test('may be in a Boxwood Street', () => {
    expect(deliveryFaults({ ...address, street: '1 Boxwood Street' })).toEqual({});
  });
});

describe('who pays', () => {
  test('need not be rung', () => {
    expect(billingFaults({ ...address, telephone: '', street: 'PO Box 12' }, { invoice: false })).toEqual({});
  });

  test('gives company and tax number for an invoice in its name', () => {
    expect(billingFaults(address, { invoice: true })).toEqual({ company: 'required', vat_id: 'required' });
    expect(billingFaults({ ...address, company: 'Acme', vat_id: '41' }, { invoice: true })).toEqual({
      vat_id: 'tax_id_short',
    });
  });
});

test('a checkout is taken up again for thirty minutes (CHK-6)', () => {
  expect(isInCheckout(1000, 1000 + 30 * 60 * 1000 - 1)).toBe(true);
  expect(isInCheckout(1000, 1000 + 30 * 60 * 1000)).toBe(false);
});
