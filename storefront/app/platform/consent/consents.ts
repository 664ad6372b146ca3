import { useSyncExternalStore } from 'react';

/** Version of the consent text; a new wording gets a new version, and shoppers choose again (spec D40). */
export const consentTextVersion = '2026-11';

/** Optional purposes the shopper consented to. Nothing for a purpose loads before its value is true. */
export interface Consents {
  analytics: boolean;
  /** Chat and marketing. */
  marketing: boolean;
}

interface StoredConsents extends Consents {
  version: string;
  /** ISO 8601. */
  at: string;
}

const key = 'consents';
const changedHere = 'fynbos-consents';
const nothing: Consents = { analytics: false, marketing: false };

/** The current choice; without one, nothing is allowed. */
export function consents(): Consents {
  return readStored() ?? nothing;
}

/** Whether the shopper made a choice on the current text. */
export const wasChosen = (): boolean => readStored() !== undefined;

/** Stores a choice with its time and the text version. */
export function storeConsents(choice: Consents, now = new Date()): void {
  const stored: StoredConsents = { ...choice, version: consentTextVersion, at: now.toISOString() };
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // Storage is blocked, so no consent is given.
  }
  dispatchEvent(new Event(changedHere));
}

/**
 * Subscribes to changes of the choice, here or in another tab.
 * @returns the unsubscribe function
 */
export function onConsents(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => event.key === key && changed();
  addEventListener(changedHere, changed);
  addEventListener('storage', elsewhere);
  return () => {
    removeEventListener(changedHere, changed);
    removeEventListener('storage', elsewhere);
  };
}

/** Whether the shopper still has to choose; false on a server, which does not know. */
export function useUnanswered(): boolean {
  return useSyncExternalStore(
    onConsents,
    () => !wasChosen(),
    () => false,
  );
}

function readStored(): StoredConsents | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<StoredConsents> | null;
    if (stored?.version !== consentTextVersion) return undefined;
    const { analytics, marketing } = stored;
    return { ...(stored as StoredConsents), analytics: analytics === true, marketing: marketing === true };
  } catch {
    return undefined;
  }
}
