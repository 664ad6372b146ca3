import { describe, expect, test } from 'vitest';
import { harmlessParameters, readReturnHints } from './provider-return-parameters.ts';

const reference = '0f8fad5b-d9cb-469f-a165-70867728950e';
const query = (values: Record<string, string>) => new URLSearchParams(values);

describe('readHints reads the parameters of a provider return', () => {
  test('readHints reads the reference and the provider id of a card return', () => {
    const params = { checkoutReference: reference, paymentCode: 'card', id: '8AC7A4.uat01-vm-tx01' };
    expect(readReturnHints(query({ ...params, resourcePath: '/v1/checkouts/8AC7A4/payment' }))).toEqual({
      ref: reference,
      code: 'card',
      id: '8AC7A4.uat01-vm-tx01',
      resourcePath: '/v1/checkouts/8AC7A4/payment',
    });
  });

  test('readHints reads a PayPal token only together with the payer, because without a payer the shopper has not agreed', () => {
    const params = { checkoutReference: reference, paymentCode: 'wallet', token: '5O190127TN364715T' };
    expect(readReturnHints(query(params))).toEqual({ ref: reference, code: 'wallet' });
    expect(readReturnHints(query({ ...params, PayerID: 'QYR5Z8XDVJNXQ' }))).toMatchObject({
      token: '5O190127TN364715T',
      payer: 'QYR5Z8XDVJNXQ',
    });
  });

  test('readHints detects a return without payment', () => {
    expect(readReturnHints(query({ ref: reference, status: 'cancelled' })).returned).toBe('left');
  });

  test.each([
    ['failed', 'failed'],
    ['canceled', 'left'],
    ['succeeded', undefined],
    ['paid', undefined],
  ])(
    'readHints reads redirect_status=%s as a hint, never as proof of payment',
    (redirect_status, returned) => {
      expect(readReturnHints(query({ ref: reference, redirect_status })).returned).toBe(returned);
    },
  );

  test('readHints ignores the secrets of a return, and a failure that a provider still waits for', () => {
    const secrets = { payment_intent: 'pi_3', payment_intent_client_secret: 'pi_3_secret' };
    const params = { ref: reference, redirect_status: 'failed', payment_await_type: 'transfer', ...secrets };
    expect(readReturnHints(query(params))).toEqual({ ref: reference });
  });

  test('readHints reads the id of an order', () => {
    expect(readReturnHints(query({ ref: reference }))).toEqual({ ref: reference });
  });

  test.each([
    'checkoutReference=1; drop table',
    'ref=../secret',
    'paymentCode=bitcoin',
    'id=<script>',
    'resourcePath=https://evil.example/',
    'status=paid',
  ])('readHints ignores a malformed value: %s', (search) => {
    expect(readReturnHints(new URLSearchParams(search))).toEqual({});
  });
});

describe('harmlessQuery cleans the address of a return', () => {
  test('harmlessQuery retains the parameters that identify the payment', () => {
    const params = { checkoutReference: reference, paymentCode: 'card', id: 'a.b', status: 'paid' };
    expect(Object.fromEntries(harmlessParameters(query(params)))).toEqual(params);
  });

  test('harmlessQuery removes secrets and unknown parameters', () => {
    const params = {
      checkoutReference: reference,
      payment_intent: 'pi_3',
      payment_intent_client_secret: 'pi_3_secret',
      redirect_status: 'succeeded',
      token: 'EC-1',
      PayerID: 'P',
      Hash: 'abc',
      next: 'https://evil.example',
    };
    expect(String(harmlessParameters(query(params)))).toBe(
      `checkoutReference=${reference}&redirect_status=succeeded`,
    );
  });
});
