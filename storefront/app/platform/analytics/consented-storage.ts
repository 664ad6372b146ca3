import { consents } from '../consent/consents.ts';

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
  storage: () => Storage,
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
        return join(JSON.parse(storage().getItem(key) ?? empty), inMemory);
      } catch {
        return inMemory;
      }
    },
    set(next) {
      inMemory = next;
      if (!consents().analytics) return;
      try {
        const text = JSON.stringify(next);
        if (text === empty) storage().removeItem(key);
        else storage().setItem(key, text);
        inMemory = none;
      } catch {
        // Storage is blocked: the value lives as long as the page.
      }
    },
    settle: () => store.set(store.get()),
    drop() {
      inMemory = none;
      try {
        storage().removeItem(key);
      } catch {
        // Storage is blocked: there is nothing to delete.
      }
    },
  };
  return store;
}
