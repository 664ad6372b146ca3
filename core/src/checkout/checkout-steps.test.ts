import { describe, expect, test } from 'vitest';
import { type CheckoutStep, isVirtual, openStep, stepOfHash, stepsOf } from './checkout-steps.ts';

const done =
  (...steps: CheckoutStep[]) =>
  (step: CheckoutStep) =>
    steps.includes(step);

describe('checkout steps', () => {
  const steps = stepsOf({ virtual: false });

  test('start with the personal details', () => {
    expect(openStep(steps, done())).toBe('personal-details');
  });

  test('cannot be skipped: a later step leads to the first one that is not done', () => {
    expect(openStep(steps, done(), 'review')).toBe('personal-details');
    expect(openStep(steps, done('personal-details'), 'payment')).toBe('shipping');
    expect(openStep(steps, done('personal-details', 'payment'), 'review')).toBe('shipping');
  });

  test('can be revisited', () => {
    expect(openStep(steps, done('personal-details', 'shipping', 'payment'), 'shipping')).toBe('shipping');
    expect(openStep(steps, done('personal-details', 'shipping', 'payment'), 'review')).toBe('review');
  });

  test('leave out shipping for virtual products', () => {
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'downloadable' }])).toBe(true);
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'simple' }])).toBe(false);
    expect(isVirtual([])).toBe(false);
    const virtual = stepsOf({ virtual: true });
    expect(openStep(virtual, done('personal-details'), 'shipping')).toBe('payment');
  });

  test('are named by the URL hash', () => {
    expect(stepOfHash('#payment')).toBe('payment');
    expect(stepOfHash('#somewhere')).toBeUndefined();
  });
});
