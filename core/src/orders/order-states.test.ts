import { expect, test } from 'vitest';
import { mayBecome, type OrderState, orderStates, stateOfWire } from './order-states.ts';

const states = Object.keys(orderStates) as OrderState[];

test('mayBecome leads forward only: final states have no successor, and no state leads back to the first', () => {
  expect(states.filter((state) => orderStates[state].next.length === 0)).toEqual(['returned', 'canceled']);
  for (const state of states) expect(mayBecome(state, state)).toBe(false);
  expect(states.filter((state) => mayBecome(state, 'pending_payment'))).toEqual([]);
  expect(states.filter((state) => mayBecome(state, 'placed'))).toEqual(['pending_payment', 'expired']);
});

test('mayBecome never cancels a shipped order; it is returned instead', () => {
  expect(states.filter((state) => mayBecome(state, 'canceled'))).toEqual(['pending_payment', 'placed']);
  expect(states.filter((state) => mayBecome(state, 'returned'))).toEqual(['shipped', 'delivered']);
});

test('stateOfWire distinguishes every state', () => {
  expect(states.map((state) => stateOfWire(orderStates[state].wire))).toEqual(states);
  expect(stateOfWire({ state: 'new', status: 'sold' })).toBeUndefined();
});
