import { describe, expect, test } from 'vitest';
import { harmlessQuery, readHints } from './return-hints.ts';

const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
const query = (values: Record<string, string>) => new URLSearchParams(values);

describe('the hints of a return', () => {
  test('of a card: which payment, and what the provider calls it', () => {
    const given = { checkoutReference: reference, paymentCode: 'card', id: '8AC7A4.uat01-vm-tx01' };
    expect(readHints(query({ ...given, resourcePath: '/v1/checkouts/8AC7A4/payment' }))).toEqual({
      ref: reference,
      code: 'card',
      id: '8AC7A4.uat01-vm-tx01',
      resourcePath: '/v1/checkouts/8AC7A4/payment',
    });
  });

  test('of a wallet: the token counts with the payer only, without whom the shopper has not agreed', () => {
    const given = { checkoutReference: reference, paymentCode: 'wallet', token: '5O190127TN364715T' };
    expect(readHints(query(given))).toEqual({ ref: reference, code: 'wallet' });
    expect(readHints(query({ ...given, PayerID: 'QYR5Z8XDVJNXQ' }))).toMatchObject({
      token: '5O190127TN364715T',
      payer: 'QYR5Z8XDVJNXQ',
    });
  });

  test('of who comes back without paying', () => {
    expect(readHints(query({ ref: reference, status: 'cancelled' })).hasLeft).toBe(true);
  });

  test('of an order: its id', () => {
    expect(readHints(query({ ref: reference }))).toEqual({ ref: reference });
  });

  test.each([
    'checkoutReference=1; drop table',
    'ref=../secret',
    'paymentCode=bitcoin',
    'id=<script>',
    'resourcePath=https://evil.example/',
    'status=paid',
  ])('are none where they do not look like it: %s', (given) => {
    expect(readHints(new URLSearchParams(given))).toEqual({});
  });
});

describe('the address of a return', () => {
  test('keeps what finds the payment again', () => {
    const given = { checkoutReference: reference, paymentCode: 'card', id: 'a.b', status: 'paid' };
    expect(Object.fromEntries(harmlessQuery(query(given)))).toEqual(given);
  });

  test('loses every secret, and whatever is no hint', () => {
    const given = {
      checkoutReference: reference,
      payment_intent: 'pi_3',
      payment_intent_client_secret: 'pi_3_secret',
      redirect_status: 'succeeded',
      token: 'EC-1',
      PayerID: 'P',
      Hash: 'abc',
      next: 'https://evil.example',
    };
    expect(String(harmlessQuery(query(given)))).toBe(
      `checkoutReference=${reference}&redirect_status=succeeded`,
    );
  });
});
