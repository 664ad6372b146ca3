/**
 * States of an order that the browser stores until the server has it (spec accounts 4.4). The order waits for
 * the shopper's confirmation, is being sent, or needs the shopper because the cart differs, the shop
 * refused it, or it failed too often. In `goingBack` its lines are being returned to the cart.
 */
export type WaitingState = 'waiting' | 'sending' | 'differs' | 'refused' | 'needsYou' | 'goingBack';

/** The order leaves the browser: the server has it, or the shopper took it back. */
export type WaitingEnd = 'placed' | 'takenBack';

const followers: Record<WaitingState, readonly (WaitingState | WaitingEnd)[]> = {
  waiting: ['sending', 'goingBack'],
  sending: ['placed', 'differs', 'refused', 'needsYou', 'goingBack'],
  differs: ['sending', 'goingBack'],
  refused: ['sending', 'goingBack'],
  needsYou: ['sending', 'goingBack'],
  goingBack: ['takenBack'],
};

export const mayFollowState = (from: WaitingState, to: WaitingState | WaitingEnd): boolean =>
  followers[from].includes(to);

/** Whether the order waits for a decision of the shopper. */
export const awaitsShopper = (state: WaitingState): boolean => state !== 'sending' && state !== 'goingBack';
