import { expect, test } from 'vitest';
import { isAsking, mayFollow, type WaitingState } from './waiting-states.ts';

const states: WaitingState[] = ['waiting', 'sending', 'differs', 'refused', 'needsYou', 'goingBack'];

test('an order is placed only while it is being sent, and sent only after a yes', () => {
  expect(states.filter((state) => mayFollow(state, 'placed'))).toEqual(['sending']);
  expect(states.filter((state) => mayFollow(state, 'sending'))).toEqual(states.filter(isAsking));
});

test('it can be taken back from anywhere, and nothing lets it expire', () => {
  expect(states.filter((state) => !mayFollow(state, 'goingBack'))).toEqual(['goingBack']);
  expect(states.filter((state) => mayFollow(state, 'takenBack'))).toEqual(['goingBack']);
});

test('whatever needs the shopper comes of sending', () => {
  for (const state of ['differs', 'refused', 'needsYou'] as const)
    expect(states.filter((from) => mayFollow(from, state))).toEqual(['sending']);
});
