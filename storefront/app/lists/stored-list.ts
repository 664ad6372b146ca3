import { useSyncExternalStore } from 'react';

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
  const followers = new Set<() => void>();
  const notifyFollowers = () => {
    for (const changed of followers) changed();
  };
  // No key: the whole storage was cleared.
  const elsewhere = (event: StorageEvent) => (event.key === key || event.key === null) && notifyFollowers();
  return {
    all() {
      const text = textIn(key, known);
      if (text !== known) items = parse(text, read);
      known = text;
      return items;
    },
    set(next) {
      known = save(key, next, known);
      items = next;
      notifyFollowers();
    },
    follow(changed) {
      if (followers.size === 0) window.addEventListener('storage', elsewhere);
      followers.add(changed);
      return () => {
        followers.delete(changed);
        if (followers.size === 0) window.removeEventListener('storage', elsewhere);
      };
    },
  };
}

/** The stored text; the known text when storage is forbidden. */
function textIn(key: string, known: string | null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return known;
  }
}

function parse<Item>(text: string | null, read: (value: unknown) => Item | undefined): readonly Item[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.map(read).filter((item) => item !== undefined) : empty;
  } catch {
    return empty;
  }
}

/** @returns the stored text after the write; the text before it when storage is full */
function save(key: string, items: readonly unknown[], before: string | null): string | null {
  const text = items.length > 0 ? JSON.stringify(items) : null;
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    return text;
  } catch {
    return before;
  }
}

/** The list, live; empty on the server and until hydration (spec D32). */
export function useStoredList<Item>(list: StoredList<Item>): readonly Item[] {
  return useSyncExternalStore(list.follow, list.all, () => empty);
}
