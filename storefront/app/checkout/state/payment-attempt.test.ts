import { expect, test } from 'vitest';
import { attemptAfter, attemptFor } from './payment-attempt.ts';

const ids = () => {
  let count = 0;
  return () => `new ${++count}`;
};
const known = { order: 'order', reference: 'reference', code: 'card' } as const;

test('attemptFor gives a first attempt a new order id and a new reference', () => {
  expect(attemptFor(undefined, 'wallet', ids())).toEqual({
    order: 'new 1',
    reference: 'new 2',
    code: 'wallet',
  });
});

test('attemptFor returns the same attempt for the same payment method when there was no response', () => {
  expect(attemptFor(known, 'card', ids())).toBe(known);
});

test('attemptFor starts a new attempt of the same order for another payment method', () => {
  expect(attemptFor(known, 'local-a', ids())).toEqual({
    order: 'order',
    reference: 'new 1',
    code: 'local-a',
  });
});

test('attemptAfter follows a finished attempt with another attempt of the same order', () => {
  expect(attemptAfter([known], 'payment_over', ids())).toEqual({ ...known, reference: 'new 1' });
});

const otherOrder = { order: 'new 1', reference: 'new 2', code: 'card' } as const;

test('attemptAfter starts a new order when the order itself is over', () => {
  const second = { ...known, reference: 'second' };
  expect(attemptAfter([known, second], 'payment_over', ids())).toEqual(otherOrder);
});

test('attemptAfter starts a new order when the previous one has other content', () => {
  expect(attemptAfter([known], 'idempotency_conflict', ids())).toEqual(otherOrder);
});

test('attemptAfter stops after one new order', () => {
  expect(attemptAfter([known, otherOrder], 'payment_over', ids())).toBeUndefined();
  expect(attemptAfter([known, otherOrder], 'idempotency_conflict', ids())).toBeUndefined();
});

test.each(['payment_unavailable', 'payment_refused', 'total_changed', 'order_paid'])(
  'attemptAfter returns nothing after %s',
  (refusal) => {
    expect(attemptAfter([known], refusal, ids())).toBeUndefined();
  },
);
