import { describe, expect, test } from 'vitest';
import { type CheckoutStep, isVirtual, openStep, stepOfHash, stepsOf } from './steps.ts';

const done =
  (...steps: CheckoutStep[]) =>
  (step: CheckoutStep) =>
    steps.includes(step);

describe('the steps of a checkout', () => {
  const steps = stepsOf({ virtual: false });

  test('begin with who orders', () => {
    expect(openStep(steps, done())).toBe('personal-details');
  });

  test('are not skipped: a later one leads to the first that is not done', () => {
    expect(openStep(steps, done(), 'review')).toBe('personal-details');
    expect(openStep(steps, done('personal-details'), 'payment')).toBe('shipping');
    expect(openStep(steps, done('personal-details', 'payment'), 'review')).toBe('shipping');
  });

  test('can be gone back to', () => {
    expect(openStep(steps, done('personal-details', 'shipping', 'payment'), 'shipping')).toBe('shipping');
    expect(openStep(steps, done('personal-details', 'shipping', 'payment'), 'review')).toBe('review');
  });

  test('leave out the delivery of what has no body', () => {
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'downloadable' }])).toBe(true);
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'simple' }])).toBe(false);
    expect(isVirtual([])).toBe(false);
    const virtual = stepsOf({ virtual: true });
    expect(openStep(virtual, done('personal-details'), 'shipping')).toBe('payment');
  });

  test('are named by the address', () => {
    expect(stepOfHash('#payment')).toBe('payment');
    expect(stepOfHash('#somewhere')).toBeUndefined();
  });
});
