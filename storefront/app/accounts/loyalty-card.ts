import { useSyncExternalStore } from 'react';

/** A loyalty card as it is kept: here and on the account, so that it can be shown without a network. */
export interface LoyaltyCard {
  number: string;
}

const key = 'loyalty-card';
const changedHere = 'fynbos-loyalty-card';
const shape = /^[0-9A-Za-z](?:[0-9A-Za-z -]{2,38})[0-9A-Za-z]$/;

/** Whether this can be the number of a card: 4 to 40 letters and digits, with spaces or dashes between. */
export const isCardNumber = (number: string): boolean => shape.test(number);

/** The card that a text of storage or of the account holds. */
export function readCard(text: string | null): LoyaltyCard | undefined {
  try {
    const { number } = JSON.parse(text || '{}') as { number?: unknown };
    return typeof number === 'string' && isCardNumber(number) ? { number } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the card in this browser, or forgets it. */
export function keepCard(card: LoyaltyCard | undefined): void {
  try {
    if (card) localStorage.setItem(key, JSON.stringify(card));
    else localStorage.removeItem(key);
  } catch {
    // The account has it.
  }
  dispatchEvent(new Event(changedHere));
}

function kept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function follow(changed: () => void): () => void {
  addEventListener(changedHere, changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener(changedHere, changed);
    removeEventListener('storage', changed);
  };
}

/** The kept card, live. */
export function useLoyaltyCard(): LoyaltyCard | undefined {
  return readCard(useSyncExternalStore(follow, kept, () => null));
}
