import { useSyncExternalStore } from 'react';

/** A list that this browser keeps: newest first, each thing once. */
export interface KeptList<Item> {
  /** The same array until something changes. */
  all(): readonly Item[];
  /** Puts other items in the place of all. */
  set(items: readonly Item[]): void;
  /** Calls back after each change, in this tab or in another. @returns how to stop */
  follow(changed: () => void): () => void;
}

const empty: readonly never[] = [];

/**
 * A list under a key of the browser's storage: loaded once, written on every change, and followed in all
 * tabs (accounts 4.6). Where storage is forbidden or full it lasts as long as the page.
 *
 * @param read what storage holds of one item; undefined for what is none
 */
export function keptList<Item>(key: string, read: (kept: unknown) => Item | undefined): KeptList<Item> {
  let items: readonly Item[] = empty;
  /** What storage held when the items were read or written; other tabs and a logout write there too. */
  let known: string | null = null;
  const followers = new Set<() => void>();
  const tell = () => {
    for (const changed of followers) changed();
  };
  // No key: everything was cleared.
  const elsewhere = (event: StorageEvent) => (event.key === key || event.key === null) && tell();
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
      tell();
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

/** What storage holds; where it is forbidden, what is known stays. */
function textIn(key: string, known: string | null): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return known;
  }
}

function parse<Item>(text: string | null, read: (kept: unknown) => Item | undefined): readonly Item[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.map(read).filter((item) => item !== undefined) : empty;
  } catch {
    return empty;
  }
}

/** @returns what storage holds now: what it held before, when it is full */
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

/** The list, live; empty on a server and until the page is alive (decision 32). */
export function useKept<Item>(list: KeptList<Item>): readonly Item[] {
  return useSyncExternalStore(list.follow, list.all, () => empty);
}
