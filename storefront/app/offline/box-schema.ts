import type { Box, Waiting } from './box.ts';
import { boxOf } from './box-shape.ts';

/** Raised when what is stored changes its shape; an older tab then gives way, and goes on in memory. */
export const schema = 2;
/** Every box under its name. */
export const boxes = 'boxes';
/** Who leads a queue where the browser has no locks, by the queue's name. */
export const leases = 'leases';

/**
 * Brings what a browser keeps from the schema it has to this one, in the one transaction of the upgrade: all of it or
 * nothing. 1 had boxes whose entries say when they were made, some of them; 2 says of each how it fared, and has
 * leases.
 */
export function upgrade(db: IDBDatabase, transaction: IDBTransaction, from: number): void {
  if (from < 1) db.createObjectStore(boxes);
  if (from >= 2) return;
  db.createObjectStore(leases);
  if (from === 1) recordAttempts(transaction.objectStore(boxes));
}

function recordAttempts(store: IDBObjectStore): void {
  const walking = store.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (!cursor) return;
    const box: Box<unknown, Waiting & { at?: number }> = boxOf(cursor.value);
    if (box.entries.length > 0) cursor.update({ ...box, entries: box.entries.map(recorded) });
    cursor.continue();
  };
}

function recorded<Entry extends Waiting & { at?: number }>(entry: Entry): Entry {
  const { created_at = entry.at ?? 0, attempts = 0 } = entry;
  return { ...entry, created_at, updated_at: created_at, attempts };
}
