import { describe, expect, test } from 'vitest';
import { outcomeOf, type PaymentState, tellings, waysOf } from './outcome.ts';

const state = (status: PaymentState['status'], more: Partial<PaymentState> = {}): PaymentState => ({
  status,
  orderNumber: '100000001',
  checkoutReference: '0f8fad5b-d9cb-469f-a165-70867728950e',
  amount: 92,
  currency: 'ZAR',
  message: '',
  paymentCode: 'card',
  canPay: false,
  isOrdered: false,
  isGivenBack: false,
  isGuests: true,
  ...more,
});

describe('what an outcome offers', () => {
  test('a payment that came to nothing is tried again, or another way chosen, while the order waits', () => {
    for (const status of ['declined', 'cancelled', 'expired', 'error'] as const) {
      expect(waysOf(state(status, { canPay: true }))).toEqual(['again', 'otherWay']);
      expect(waysOf(state(status))).toEqual(['otherWay']);
    }
  });

  test('nobody is offered to pay where money may have been taken', () => {
    expect(waysOf(state('review', { canPay: true }))).toEqual(['track']);
    expect(waysOf(state('paid', { canPay: true }))).toEqual(['order']);
    expect(waysOf(state('pending'))).toEqual(['look']);
  });

  test('a payment that is open can be continued', () => {
    expect(waysOf(state('pending', { canPay: true }))).toEqual(['look', 'continue']);
  });
});

test('an order that another payment has placed is paid; what is looked at stays so', () => {
  expect(outcomeOf(state('declined', { isOrdered: true }))).toBe('paid');
  expect(outcomeOf(state('pending', { isOrdered: true }))).toBe('paid');
  expect(outcomeOf(state('review', { isOrdered: true }))).toBe('review');
});

test('who came back without paying is told so while the provider knows of no money, and no longer', () => {
  const open = state('pending', { canPay: true });
  expect([outcomeOf(open, true), waysOf(open, true)]).toEqual(['left', ['continue', 'otherWay']]);
  expect(outcomeOf(state('paid', { isOrdered: true }), true)).toBe('paid');
  expect(outcomeOf(state('pending'), true)).toBe('pending');
});

test('money that came too late is never told as if nothing had been taken', () => {
  const late = state('cancelled', { isGivenBack: true });
  expect([outcomeOf(late), waysOf(late)]).toEqual(['givenBack', ['track']]);
});

test('only what may still change by itself is watched', () => {
  const watched = Object.entries(tellings).filter(([, telling]) => telling.watched);
  expect(watched.map(([name]) => name)).toEqual(['pending', 'left']);
});
