import { describe, expect, test } from 'vitest';
import { actionsOf, outcomeOf, type PaymentState, tellings } from './payment-outcome.ts';

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

describe('the actions of a payment outcome', () => {
  test('a failed payment offers a retry and to cancel while the order waits, and always another payment method', () => {
    for (const status of ['declined', 'cancelled', 'expired', 'error'] as const) {
      expect(actionsOf(state(status, { canPay: true }))).toEqual(['again', 'otherWay', 'cancel']);
      expect(actionsOf(state(status))).toEqual(['otherWay']);
    }
  });

  test('no payment action is offered where money may have been taken', () => {
    expect(actionsOf(state('review', { canPay: true }))).toEqual(['track']);
    expect(actionsOf(state('paid', { canPay: true }))).toEqual(['order']);
    expect(actionsOf(state('pending'))).toEqual(['look']);
  });

  test('an open payment can be continued', () => {
    expect(actionsOf(state('pending', { canPay: true }))).toEqual(['look', 'continue', 'cancel']);
  });

  test('the page of a provider that was left can be opened again, or another order of the cart started', () => {
    const awaited = { checkoutReference: 'first', paymentCode: 'local-a', openUntil: '2026-11-28T12:00:00Z' };
    const actions = actionsOf(state('pending', { canPay: true, awaited }));
    expect(actions).toEqual(['look', 'continue', 'startAgain', 'cancel']);
  });

  test('a payment that its bank decides cannot be continued, whatever the return claims', () => {
    const awaited = { checkoutReference: 'first', paymentCode: 'local-a' };
    for (const returned of [undefined, 'left', 'failed'] as const)
      expect(actionsOf(state('pending', { canPay: true, awaited }), returned)).toEqual(['look', 'cancel']);
  });
});

test('an order that another payment has paid is shown as paid; a payment in review stays in review', () => {
  expect(outcomeOf(state('declined', { isOrdered: true }))).toBe('paid');
  expect(outcomeOf(state('pending', { isOrdered: true }))).toBe('paid');
  expect(outcomeOf(state('review', { isOrdered: true }))).toBe('review');
});

test('a payment of a cart that was ordered otherwise offers no payment, and stays in review while money is there', () => {
  for (const status of ['pending', 'cancelled', 'declined', 'expired'] as const) {
    const replaced = state(status, { orderedWith: '000100039' });
    expect([outcomeOf(replaced, 'left'), actionsOf(replaced)]).toEqual(['alreadyOrdered', ['track']]);
  }
  expect(outcomeOf(state('review', { orderedWith: '000100039' }))).toBe('review');
});

test('an unpaid return is shown as cancelled only while the provider reports no money', () => {
  const open = state('pending', { canPay: true });
  expect([outcomeOf(open, 'left'), actionsOf(open, 'left')]).toEqual([
    'left',
    ['continue', 'otherWay', 'cancel'],
  ]);
  expect(outcomeOf(state('paid', { isOrdered: true }), 'left')).toBe('paid');
  expect(outcomeOf(state('pending'), 'left')).toBe('pending');
});

test('a failed return is shown as failed only while the shop knows of no other outcome', () => {
  const open = state('pending', { canPay: true });
  expect([outcomeOf(open, 'failed'), actionsOf(open, 'failed')]).toEqual([
    'failed',
    ['continue', 'otherWay', 'look', 'cancel'],
  ]);
  expect(outcomeOf(state('paid'), 'failed')).toBe('paid');
  expect(outcomeOf(state('review', { canPay: true }), 'failed')).toBe('review');
  expect(outcomeOf(state('pending'), 'failed')).toBe('pending');
});

test('money that arrived too late is never shown as if nothing had been taken', () => {
  const late = state('cancelled', { isGivenBack: true });
  expect([outcomeOf(late), actionsOf(late)]).toEqual(['givenBack', ['track']]);
});

test('only outcomes that may still change by themselves are polled', () => {
  const watched = Object.entries(tellings).filter(([, view]) => view.watched);
  expect(watched.map(([name]) => name)).toEqual(['pending', 'left', 'failed']);
});
