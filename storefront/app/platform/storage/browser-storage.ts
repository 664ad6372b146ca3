import { warnOnce } from '../browser/warn-once.ts';
import { parsed, type Shape } from './stored-shape.ts';

/** `local` is shared by all tabs and stays; `session` ends with the tab. */
export type StorageArea = 'local' | 'session';

const areaOf = (area: StorageArea): Storage => (area === 'local' ? localStorage : sessionStorage);

/** The stored text of a key; null when there is none or the browser forbids storage. */
export function readText(key: string, area: StorageArea = 'local'): string | null {
  try {
    return areaOf(area).getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text under a key; null or undefined deletes the key.
 * @returns false when storage is full or forbidden: the browser then still has the previous text
 */
export function writeText(
  key: string,
  text: string | null | undefined,
  area: StorageArea = 'local',
): boolean {
  try {
    if (text === null || text === undefined) areaOf(area).removeItem(key);
    else areaOf(area).setItem(key, text);
    return true;
  } catch (error) {
    warnOnce('Storage cannot be written', error);
    return false;
  }
}

/** Whether the browser lets this page use storage. */
export function isStorageAllowed(area: StorageArea = 'local'): boolean {
  try {
    areaOf(area).getItem('');
    return true;
  } catch {
    return false;
  }
}

/** Deletes everything; without effect when the browser forbids storage. */
export function clearStorage(area: StorageArea): void {
  try {
    areaOf(area).clear();
  } catch {
    // There is nothing to delete.
  }
}

/** All stored keys; none when the browser forbids storage. */
export function storedKeys(area: StorageArea = 'local'): string[] {
  try {
    return Object.keys(areaOf(area));
  } catch {
    return [];
  }
}

/** A value that the browser stores as JSON under one key. */
export interface StoredValue<Value> {
  readonly key: string;
  /** The stored value; undefined when there is none, or it is invalid or unreadable. */
  read(): Value | undefined;
  /**
   * Stores a value; undefined deletes it.
   * @returns false when storage is full or forbidden
   */
  write(value: Value | undefined): boolean;
}

/** @param isValid checks what another version of the shop may have stored */
export function storedValue<Value>(
  key: string,
  isValid: Shape<Value>,
  area: StorageArea = 'local',
): StoredValue<Value> {
  return {
    key,
    read: () => parsed(readText(key, area), isValid),
    write: (value) => writeText(key, value === undefined ? undefined : JSON.stringify(value), area),
  };
}

/**
 * Calls back when another tab, or code of this page that dispatches the event, changed this key of
 * `localStorage` or cleared the whole storage.
 * @param key without a key, every change calls back
 * @returns the unsubscribe function
 */
export function onStoredElsewhere(listener: () => void, key?: string): () => void {
  const changed = (event: StorageEvent) => {
    if (key === undefined || event.key === key || event.key === null) listener();
  };
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}
