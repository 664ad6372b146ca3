import { expect, test } from 'vitest';
import { awaitsShopper, mayFollowState, type WaitingState } from './offline-order-states.ts';

const states: WaitingState[] = ['waiting', 'sending', 'differs', 'refused', 'needsYou', 'goingBack'];

test('mayFollow allows placed only after sending, and sending only after a state in which the shopper decides', () => {
  expect(states.filter((state) => mayFollowState(state, 'placed'))).toEqual(['sending']);
  expect(states.filter((state) => mayFollowState(state, 'sending'))).toEqual(states.filter(awaitsShopper));
});

test('a waiting order can be taken back from any state and never expires', () => {
  expect(states.filter((state) => !mayFollowState(state, 'goingBack'))).toEqual(['goingBack']);
  expect(states.filter((state) => mayFollowState(state, 'takenBack'))).toEqual(['goingBack']);
});

test('the states that need the shopper follow only sending', () => {
  for (const state of ['differs', 'refused', 'needsYou'] as const)
    expect(states.filter((from) => mayFollowState(from, state))).toEqual(['sending']);
});
