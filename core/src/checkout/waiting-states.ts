/**
 * Where an order is that a browser keeps until the shop has it (accounts 4.4): it waits for the shopper's yes, it is being
 * sent, or it needs the shopper once more, because something differs, the shop refused it, or failed at it too often. It
 * is going back while its lines are put into the cart again.
 */
export type WaitingState = 'waiting' | 'sending' | 'differs' | 'refused' | 'needsYou' | 'goingBack';

/** It leaves the browser: the shop has it, or the shopper took it back. */
export type WaitingEnd = 'placed' | 'takenBack';

const followers: Record<WaitingState, readonly (WaitingState | WaitingEnd)[]> = {
  waiting: ['sending', 'goingBack'],
  sending: ['placed', 'differs', 'refused', 'needsYou', 'goingBack'],
  differs: ['sending', 'goingBack'],
  refused: ['sending', 'goingBack'],
  needsYou: ['sending', 'goingBack'],
  goingBack: ['takenBack'],
};

export const mayFollow = (from: WaitingState, to: WaitingState | WaitingEnd): boolean =>
  followers[from].includes(to);

/** Nothing happens to it until the shopper says what. */
export const isAsking = (state: WaitingState): boolean => state !== 'sending' && state !== 'goingBack';
