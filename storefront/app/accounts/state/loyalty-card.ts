import { useSyncExternalStore } from 'react';

/** A loyalty card, stored in the browser and on the account so that it can be shown offline. */
export interface LoyaltyCard {
  number: string;
}

const key = 'loyalty-card';
const changedHere = 'fynbos-loyalty-card';
const shape = /^[0-9A-Za-z](?:[0-9A-Za-z -]{2,38})[0-9A-Za-z]$/;

/** Whether this is a valid card number: 4 to 40 letters and digits, with spaces or dashes between. */
export const isCardNumber = (number: string): boolean => shape.test(number);

/** Parses the card from storage or from the account. */
export function readCard(text: string | null): LoyaltyCard | undefined {
  try {
    const { number } = JSON.parse(text || '{}') as { number?: unknown };
    return typeof number === 'string' && isCardNumber(number) ? { number } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the card in this browser, or deletes it. */
export function storeCard(card: LoyaltyCard | undefined): void {
  try {
    if (card) localStorage.setItem(key, JSON.stringify(card));
    else localStorage.removeItem(key);
  } catch {
    // The account has a copy.
  }
  dispatchEvent(new Event(changedHere));
}

function storedCard(): string | null {
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

/** The stored card, live. */
export function useLoyaltyCard(): LoyaltyCard | undefined {
  return readCard(useSyncExternalStore(follow, storedCard, () => null));
}
