import { useStore } from '../../platform/state/store.ts';
import { isRecord, parsed } from '../../platform/storage/stored-shape.ts';
import { storedStore } from '../../platform/storage/stored-store.ts';

/** A loyalty card, stored in the browser and on the account so that it can be shown offline. */
export interface LoyaltyCard {
  number: string;
}

const shape = /^[0-9A-Za-z](?:[0-9A-Za-z -]{2,38})[0-9A-Za-z]$/;

/** Whether this is a valid card number: 4 to 40 letters and digits, with spaces or dashes between. */
export const isCardNumber = (number: string): boolean => shape.test(number);

function cardOf(stored: unknown): LoyaltyCard | undefined {
  const number = isRecord(stored) ? stored.number : undefined;
  return typeof number === 'string' && isCardNumber(number) ? { number } : undefined;
}

/** Parses the card of the account. */
export const readCard = (text: string | null): LoyaltyCard | undefined => cardOf(parsed(text, isRecord));

const storedCard = storedStore('loyalty-card', cardOf);

/** Stores the card in this browser, or deletes it. If it cannot be stored, the account has a copy. */
export const storeCard = (card: LoyaltyCard | undefined): void => void storedCard.set(card);

/** The stored card, live. */
export const useLoyaltyCard = (): LoyaltyCard | undefined => useStore(storedCard, undefined);
