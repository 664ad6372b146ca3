import { consents } from '../consent/consents.ts';
import { readText, type StorageArea, writeText } from '../storage/browser-storage.ts';

/** A value that lives in memory until the shopper consents to analytics; only then the browser stores it. */
export interface ConsentedStore<Value> {
  get(): Value;
  set(next: Value): void;
  /** Stores the value of this page, if the shopper has consented in the meantime. */
  settle(): void;
  /** Deletes the value from memory and storage. */
  drop(): void;
}

/** @param join merges the stored value with the value in memory; `none` is the empty value */
export function consentedStore<Value>(
  area: StorageArea,
  key: string,
  none: Value,
  join: (stored: Value, inMemory: Value) => Value,
): ConsentedStore<Value> {
  const empty = JSON.stringify(none);
  let inMemory = none;
  const store: ConsentedStore<Value> = {
    get() {
      if (!consents().analytics) return inMemory;
      try {
        return join(JSON.parse(readText(key, area) ?? empty), inMemory);
      } catch {
        return inMemory;
      }
    },
    set(next) {
      inMemory = next;
      if (!consents().analytics) return;
      const text = JSON.stringify(next);
      // If storage is blocked, the value lives as long as the page.
      if (writeText(key, text === empty ? null : text, area)) inMemory = none;
    },
    settle: () => store.set(store.get()),
    drop() {
      inMemory = none;
      writeText(key, null, area);
    },
  };
  return store;
}
