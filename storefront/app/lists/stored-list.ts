import { useStore } from '../platform/state/store.ts';
import { type StoredStore, storedStore } from '../platform/storage/stored-store.ts';

/** A list stored in this browser: newest first, each item once. */
export interface StoredList<Item> extends Pick<StoredStore<readonly Item[]>, 'get' | 'subscribe'> {
  /** Replaces all items. */
  set(items: readonly Item[]): void;
}

const empty: readonly never[] = [];

/**
 * A list under a key of the browser's storage, live in all tabs (spec accounts 4.6). An empty list is not stored.
 * @param read reads one stored item; returns undefined for an invalid one
 */
export function storedList<Item>(key: string, read: (value: unknown) => Item | undefined): StoredList<Item> {
  const readItems = (stored: unknown): readonly Item[] =>
    Array.isArray(stored) ? stored.map(read).filter((item) => item !== undefined) : empty;
  const { get, set, subscribe } = storedStore(key, readItems);
  return { get, subscribe, set: (items) => void set(items.length > 0 ? items : undefined) };
}

/** The list, live; empty on the server and until hydration (spec D32). */
export const useStoredList = <Item>(list: StoredList<Item>): readonly Item[] => useStore(list, empty);
