import { expect, test } from 'vitest';
import { attemptAfter, attemptFor } from './pending-payment.ts';

const ids = () => {
  let count = 0;
  return () => `new ${++count}`;
};
const known = { order: 'order', reference: 'reference', code: 'card' } as const;

test('a first attempt has an order and a reference of its own', () => {
  expect(attemptFor(undefined, 'wallet', ids())).toEqual({
    order: 'new 1',
    reference: 'new 2',
    code: 'wallet',
  });
});

test('what was not answered is asked again: the same way is the same attempt', () => {
  expect(attemptFor(known, 'card', ids())).toBe(known);
});

test('another way of paying is another attempt of the same order', () => {
  expect(attemptFor(known, 'local-a', ids())).toEqual({
    order: 'order',
    reference: 'new 1',
    code: 'local-a',
  });
});

test('an attempt that is over is followed by another of the same order', () => {
  expect(attemptAfter([known], 'payment_over', ids())).toEqual({ ...known, reference: 'new 1' });
});

const other = { order: 'new 1', reference: 'new 2', code: 'card' } as const;

test('an order that is over with it is followed by another order', () => {
  const second = { ...known, reference: 'second' };
  expect(attemptAfter([known, second], 'payment_over', ids())).toEqual(other);
});

test('an order that means something else by now is another order', () => {
  expect(attemptAfter([known], 'idempotency_conflict', ids())).toEqual(other);
});

test('nothing is tried for ever', () => {
  expect(attemptAfter([known, other], 'payment_over', ids())).toBeUndefined();
  expect(attemptAfter([known, other], 'idempotency_conflict', ids())).toBeUndefined();
});

test.each(['payment_unavailable', 'payment_refused', 'total_changed', 'order_paid'])(
  'after %s nothing follows by itself',
  (refusal) => {
    expect(attemptAfter([known], refusal, ids())).toBeUndefined();
  },
);
