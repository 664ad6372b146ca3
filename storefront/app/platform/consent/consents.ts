import { useStore } from '../state/store.ts';
import { isRecord } from '../storage/stored-shape.ts';
import { storedStore } from '../storage/stored-store.ts';

/** Version of the consent text; a new wording gets a new version, and shoppers choose again (spec D40). */
export const consentTextVersion = '2026-11';

/** Optional purposes the shopper consented to. Nothing for a purpose loads before its value is true. */
export interface Consents {
  analytics: boolean;
  /** Chat and marketing. */
  marketing: boolean;
}

/** Only `true` is consent: an invalid stored value allows nothing. */
type StoredConsents = { [Purpose in keyof Consents]?: unknown } & {
  version: string;
  /** ISO 8601. */
  at?: string;
};

const isCurrent = (value: unknown): value is StoredConsents =>
  isRecord(value) && value.version === consentTextVersion;

const storedChoice = storedStore('consents', (stored) => (isCurrent(stored) ? stored : undefined));

/** The current choice; without one, nothing is allowed. */
export function consents(): Consents {
  const stored = storedChoice.get();
  return { analytics: stored?.analytics === true, marketing: stored?.marketing === true };
}

/** Whether the shopper made a choice on the current text. */
export const wasChosen = (): boolean => storedChoice.get() !== undefined;

/** Stores a choice with its time and the text version. */
export function storeConsents(choice: Consents, now = new Date()): void {
  const isStored = storedChoice.set({ ...choice, version: consentTextVersion, at: now.toISOString() });
  // If storage is full or blocked, no consent is given.
  if (!isStored) storedChoice.set(undefined);
}

/**
 * Subscribes to changes of the choice, here or in another tab.
 * @returns the unsubscribe function
 */
export const onConsents = storedChoice.subscribe;

/** Whether the shopper still has to choose; false on a server, which does not know. */
export const useUnanswered = (): boolean =>
  useStore({ get: () => !wasChosen(), subscribe: onConsents }, false);
