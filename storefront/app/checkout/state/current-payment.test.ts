import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type CurrentPayment,
  currentPayment,
  endPayment,
  findStartedPayment,
  leavePayment,
  storePayment,
} from './current-payment.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const payment = (id: string): CurrentPayment => ({
  ...{ reference: `reference ${id}`, order: `order ${id}`, code: 'card', cartToken: `cart ${id}` },
  ...{ customer: undefined, cartHash: undefined, at: 0, amount: 14_700 },
});

test('a payment is found after another one was started, by its own id and by that of its order', () => {
  storePayment(payment('a'));
  storePayment(payment('b'));
  expect(currentPayment()?.reference).toBe('reference b');
  for (const ref of ['reference a', 'order a']) expect(findStartedPayment(ref)?.cartToken).toBe('cart a');
  expect(findStartedPayment('reference b')?.cartToken).toBe('cart b');
  expect(findStartedPayment('reference c')).toBeUndefined();
});

test('a payment that an earlier version stored is found after the next one was started', () => {
  stored.set('current-payment', JSON.stringify(payment('old')));
  storePayment(payment('new'));
  expect(findStartedPayment('reference old')?.cartToken).toBe('cart old');
});

test('the ten payments before the current one are found', () => {
  for (let count = 0; count <= 11; count++) storePayment(payment(String(count)));
  expect(findStartedPayment('reference 0')).toBeUndefined();
  expect(findStartedPayment('reference 1')?.cartToken).toBe('cart 1');
});

test('a payment that was left is current no more, but found', () => {
  storePayment(payment('a'));
  leavePayment();
  expect(currentPayment()).toBeUndefined();
  expect(findStartedPayment('reference a')?.isOver).toBeUndefined();
});

test('a payment that ended is over, whether it is current or an earlier one', () => {
  storePayment(payment('a'));
  storePayment(payment('b'));
  endPayment(payment('a'));
  expect([findStartedPayment('reference a')?.isOver, currentPayment()?.isOver]).toEqual([true, undefined]);
  endPayment(payment('b'));
  expect(currentPayment()?.isOver).toBe(true);
});
