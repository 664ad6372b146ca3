import { describe, expect, test } from 'vitest';
import {
  type CheckoutStep,
  isDownloadsOnly,
  isVirtual,
  openStep,
  stepOfHash,
  stepsOf,
} from './checkout-steps.ts';

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
    expect(openStep(steps, done(), 'payment')).toBe('personal-details');
    expect(openStep(steps, done('personal-details'), 'payment')).toBe('shipping');
    // Drafts of earlier versions list the payment as done.
    expect(openStep(steps, done('personal-details', 'payment'), 'payment')).toBe('shipping');
  });

  test('can be revisited', () => {
    expect(openStep(steps, done('personal-details', 'shipping'), 'shipping')).toBe('shipping');
    expect(openStep(steps, done('personal-details', 'shipping'), 'payment')).toBe('payment');
    expect(openStep(steps, done('personal-details', 'shipping', 'payment'), 'payment')).toBe('payment');
  });

  test('are three, and two for virtual products', () => {
    expect(steps).toEqual(['personal-details', 'shipping', 'payment']);
    expect(stepsOf({ virtual: true })).toEqual(['personal-details', 'payment']);
  });

  test('only a cart of nothing but downloads has nothing that can be sent back', () => {
    expect(isDownloadsOnly([{ product_type: 'downloadable' }])).toBe(true);
    expect(isDownloadsOnly([{ product_type: 'downloadable' }, { product_type: 'virtual' }])).toBe(false);
    expect(isDownloadsOnly([])).toBe(false);
  });

  test('leave out shipping for virtual products', () => {
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'downloadable' }])).toBe(true);
    expect(isVirtual([{ product_type: 'virtual' }, { product_type: 'simple' }])).toBe(false);
    expect(isVirtual([])).toBe(false);
    const virtual = stepsOf({ virtual: true });
    expect(openStep(virtual, done('personal-details'), 'shipping')).toBe('payment');
  });

  test('are named by the URL hash, the last one also by its earlier name', () => {
    expect(stepOfHash('#payment')).toBe('payment');
    expect(stepOfHash('#review')).toBe('payment');
    expect(stepOfHash('#somewhere')).toBeUndefined();
  });
});
