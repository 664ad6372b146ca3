import { createEmitter, useStore } from '../platform/state/store.ts';
import { onStoredElsewhere, readText, writeText } from '../platform/storage/browser-storage.ts';
import { parsed } from '../platform/storage/stored-shape.ts';

/** A list stored in this browser: newest first, each item once. */
export interface StoredList<Item> {
  /** Returns the same array until something changes. */
  all(): readonly Item[];
  /** Replaces all items. */
  set(items: readonly Item[]): void;
  /**
   * Calls back after each change, in this tab or in another.
   * @returns stops the callbacks
   */
  follow(changed: () => void): () => void;
}

const empty: readonly never[] = [];

/**
 * A list under a key of the browser's storage: loaded once, written on every change, and followed in all
 * tabs (spec accounts 4.6). When storage is forbidden or full, it lasts as long as the page.
 * @param read reads one stored item; returns undefined for an invalid one
 */
export function storedList<Item>(key: string, read: (value: unknown) => Item | undefined): StoredList<Item> {
  let items: readonly Item[] = empty;
  /** The stored text when the items were last read or written; other tabs and a logout write there too. */
  let known: string | null = null;
  const changes = createEmitter();
  return {
    all() {
      const text = readText(key);
      if (text !== known) items = parse(text, read);
      known = text;
      return items;
    },
    set(next) {
      const text = next.length > 0 ? JSON.stringify(next) : null;
      if (writeText(key, text)) known = text;
      items = next;
      changes.emit();
    },
    follow(changed) {
      const unsubscribe = [changes.subscribe(changed), onStoredElsewhere(changed, key)];
      return () => {
        for (const end of unsubscribe) end();
      };
    },
  };
}

function parse<Item>(text: string | null, read: (value: unknown) => Item | undefined): readonly Item[] {
  const values: unknown[] = parsed(text, Array.isArray) ?? [];
  return values.map(read).filter((item) => item !== undefined);
}

/** The list, live; empty on the server and until hydration (spec D32). */
export const useStoredList = <Item>(list: StoredList<Item>): readonly Item[] =>
  useStore({ get: list.all, subscribe: list.follow }, empty);
