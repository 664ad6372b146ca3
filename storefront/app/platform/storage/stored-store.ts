import { createEmitter, type Emitter, subscribeToAll } from '../state/store.ts';
import { onStoredElsewhere, readText, type StorageArea, writeText } from './browser-storage.ts';
import { parsed } from './stored-shape.ts';

/** A value that the browser stores as JSON under one key, live in all tabs. */
export interface StoredStore<Value> extends Pick<Emitter, 'subscribe'> {
  /** Returns the same object until something changes. */
  get(): Value;
  /**
   * Stores a value and notifies; undefined deletes it. When storage is full or forbidden, the value lasts as
   * long as the page.
   * @returns whether the browser has stored it
   */
  set(next: Value | undefined): boolean;
}

const isAny = (_: unknown): _ is unknown => true;

/**
 * The live value of a key. It is parsed again only when its stored text has changed: other tabs and a logout
 * write there, too.
 * @param read validates a stored value; it receives null or undefined when there is none
 */
export function storedStore<Value>(
  key: string,
  read: (stored: unknown) => Value,
  area: StorageArea = 'local',
): StoredStore<Value> {
  const changes = createEmitter();
  /** The value, and the stored text when it was last read or written. */
  let known: { text: string | null; value: Value } | undefined;
  return {
    get() {
      const text = readText(key, area);
      if (known?.text !== text) known = { text, value: read(parsed(text, isAny)) };
      return known.value;
    },
    set(next) {
      const isStored = writeText(key, next === undefined ? null : JSON.stringify(next), area);
      known = { text: readText(key, area), value: next === undefined ? read(null) : next };
      changes.emit();
      return isStored;
    },
    subscribe: subscribeToAll(changes.subscribe, (listener) => onStoredElsewhere(listener, key)),
  };
}
