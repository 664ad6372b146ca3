import { expect, test } from 'vitest';
import { mayBecome, type OrderState, orderStates, stateOfWire } from './states.ts';

const states = Object.keys(orderStates) as OrderState[];

test('an order goes forward only: nothing follows an end, and nothing leads back to the beginning', () => {
  expect(states.filter((state) => orderStates[state].next.length === 0)).toEqual(['returned', 'canceled']);
  for (const state of states) expect(mayBecome(state, state)).toBe(false);
  expect(states.filter((state) => mayBecome(state, 'pending_payment'))).toEqual([]);
  expect(states.filter((state) => mayBecome(state, 'placed'))).toEqual(['pending_payment', 'expired']);
});

test('what is on its way is not canceled any more: it comes back', () => {
  expect(states.filter((state) => mayBecome(state, 'canceled'))).toEqual(['pending_payment', 'placed']);
  expect(states.filter((state) => mayBecome(state, 'returned'))).toEqual(['shipped', 'delivered']);
});

test('each state is told apart on the wire', () => {
  expect(states.map((state) => stateOfWire(orderStates[state].wire))).toEqual(states);
  expect(stateOfWire({ state: 'new', status: 'sold' })).toBeUndefined();
});
