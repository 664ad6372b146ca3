import { expect, test } from 'vitest';
import { ApiProblem } from '../../platform/api/api-problem.ts';
import { stepRefusal } from './order-error-step.ts';

const refusal = (code: string, ...fields: [field: string, reason: string][]) =>
  stepRefusal(
    new ApiProblem(code, { fields: fields.map(([field, reason]) => ({ field, fault: reason, message: '' })) })
      .view,
  );
const at = (place: string) => `body/addressInformation/${place}`;

test('stepRefusal assigns a refused address to its fields', () => {
  const wrong = refusal('order_address_invalid', [at('shippingAddress/postcode'), 'postcode_digits']);
  expect(wrong).toMatchObject({
    step: 'shipping',
    refusal: { fieldErrors: { postcode: 'postcode_digits' } },
  });
  const bill = refusal('order_address_invalid', [at('billingAddress/vat_id'), 'tax_id_short']);
  expect(bill).toMatchObject({ step: 'payment', refusal: { fieldErrors: { vat_id: 'tax_id_short' } } });
});

test('stepRefusal assigns an email problem to the first step', () => {
  const wrong = refusal('order_address_invalid', [at('billingAddress/email'), 'email_invalid']);
  expect(wrong).toMatchObject({ step: 'personal-details', refusal: { focus: 'email' } });
});

test('stepRefusal assigns an unavailable method to the step where it is chosen', () => {
  expect(refusal('shipping_method_unknown')?.step).toBe('shipping');
  expect(refusal('payment_method_unknown')?.step).toBe('payment');
  expect(refusal('payment_refused')?.step).toBe('payment');
});

test('stepRefusal returns nothing for a problem that no step can solve', () => {
  expect(refusal('idempotency_conflict')).toBeUndefined();
  expect(refusal('invalid_input')).toBeUndefined();
});
