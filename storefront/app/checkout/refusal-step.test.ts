import { expect, test } from 'vitest';
import { ApiProblem } from '../api-problem.ts';
import { stepRefusal } from './refusal-step.ts';

const refusal = (code: string, ...fields: [field: string, fault: string][]) =>
  stepRefusal(
    new ApiProblem(code, { fields: fields.map(([field, fault]) => ({ field, fault, message: '' })) }).view,
  );
const at = (place: string) => `body/addressInformation/${place}`;

test('an address that is refused leads to its fields', () => {
  const wrong = refusal('order_address_invalid', [at('shippingAddress/postcode'), 'postcode_digits']);
  expect(wrong).toMatchObject({ step: 'shipping', refusal: { faults: { postcode: 'postcode_digits' } } });
  const bill = refusal('order_address_invalid', [at('billingAddress/vat_id'), 'tax_id_short']);
  expect(bill).toMatchObject({ step: 'payment', refusal: { faults: { vat_id: 'tax_id_short' } } });
});

test('the address for mail is asked for in the first step', () => {
  const wrong = refusal('order_address_invalid', [at('billingAddress/email'), 'email_invalid']);
  expect(wrong).toMatchObject({ step: 'personal-details', refusal: { focus: 'email' } });
});

test('a way that is not offered leads to where it is chosen', () => {
  expect(refusal('shipping_method_unknown')?.step).toBe('shipping');
  expect(refusal('payment_method_unknown')?.step).toBe('payment');
  expect(refusal('payment_refused')?.step).toBe('payment');
});

test('what no step asks for is told where the order was placed', () => {
  expect(refusal('idempotency_conflict')).toBeUndefined();
  expect(refusal('invalid_input')).toBeUndefined();
});
