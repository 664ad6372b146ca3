import { useSyncExternalStore } from 'react';

/** Names the words of the choice; a new wording gets a new name, and asks again (decision 40). */
export const consentTextVersion = '2026-11';

/** What a shopper agreed to beyond what the shop cannot do without. Nothing loads before it is true. */
export interface Consents {
  analytics: boolean;
  /** Chat and marketing. */
  marketing: boolean;
}

interface Kept extends Consents {
  version: string;
  /** ISO 8601. */
  at: string;
}

const key = 'consents';
const changedHere = 'fynbos-consents';
const nothing: Consents = { analytics: false, marketing: false };

/** The choice that holds; nothing is agreed to until somebody says so. */
export function consents(): Consents {
  return findKept() ?? nothing;
}

/** Whether this text was answered. */
export const wasChosen = (): boolean => findKept() !== undefined;

/** Keeps a choice with its time and the version of what was read. */
export function keepConsents(choice: Consents, now = new Date()): void {
  const kept: Kept = { ...choice, version: consentTextVersion, at: now.toISOString() };
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Then nothing is agreed to.
  }
  dispatchEvent(new Event(changedHere));
}

/** Calls back when the choice changes, here or in another tab. @returns how to stop */
export function onConsents(changed: () => void): () => void {
  const elsewhere = (event: StorageEvent) => event.key === key && changed();
  addEventListener(changedHere, changed);
  addEventListener('storage', elsewhere);
  return () => {
    removeEventListener(changedHere, changed);
    removeEventListener('storage', elsewhere);
  };
}

/** Whether the question is still open; answered as long as nobody knows. */
export function useUnanswered(): boolean {
  return useSyncExternalStore(
    onConsents,
    () => !wasChosen(),
    () => false,
  );
}

function findKept(): Kept | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (kept?.version !== consentTextVersion) return undefined;
    const { analytics, marketing } = kept;
    return { ...(kept as Kept), analytics: analytics === true, marketing: marketing === true };
  } catch {
    return undefined;
  }
}
