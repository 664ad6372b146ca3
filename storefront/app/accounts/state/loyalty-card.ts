import { useStore } from '../../platform/state/store.ts';
import { onStoredElsewhere, readText, writeText } from '../../platform/storage/browser-storage.ts';
import { isRecord, parsed } from '../../platform/storage/stored-shape.ts';

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
  const number = parsed(text, isRecord)?.number;
  return typeof number === 'string' && isCardNumber(number) ? { number } : undefined;
}

/** Stores the card in this browser, or deletes it. */
export function storeCard(card: LoyaltyCard | undefined): void {
  // If it cannot be stored, the account has a copy.
  writeText(key, card && JSON.stringify(card));
  dispatchEvent(new Event(changedHere));
}

function follow(changed: () => void): () => void {
  addEventListener(changedHere, changed);
  const unsubscribe = onStoredElsewhere(changed);
  return () => {
    removeEventListener(changedHere, changed);
    unsubscribe();
  };
}

const storedCard = { get: () => readText(key), subscribe: follow };

/** The stored card, live. */
export function useLoyaltyCard(): LoyaltyCard | undefined {
  return readCard(useStore<string | null>(storedCard, null));
}
