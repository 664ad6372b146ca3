import type { Outbox, Waiting } from './outbox.ts';
import { outboxOf } from './outbox-shape.ts';

/** Incremented when the stored shape changes. An older tab then closes its database and continues in memory. */
export const schema = 2;
/** The object store that contains every outbox under its name. */
export const outboxStoreName = 'boxes';
/** Leases by queue name, for browsers without Web Locks. */
export const leases = 'leases';

/**
 * Upgrades the stored data to this schema in one transaction: all of it or nothing. Version 1 had outboxes
 * where only some entries had a creation time. Version 2 records the attempts of each entry and adds
 * leases.
 */
export function upgrade(db: IDBDatabase, transaction: IDBTransaction, from: number): void {
  if (from < 1) db.createObjectStore(outboxStoreName);
  if (from >= 2) return;
  db.createObjectStore(leases);
  if (from === 1) recordAttempts(transaction.objectStore(outboxStoreName));
}

function recordAttempts(store: IDBObjectStore): void {
  const walking = store.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (!cursor) return;
    const outbox: Outbox<unknown, Waiting & { at?: number }> = outboxOf(cursor.value);
    if (outbox.entries.length > 0) cursor.update({ ...outbox, entries: outbox.entries.map(recorded) });
    cursor.continue();
  };
}

function recorded<Entry extends Waiting & { at?: number }>(entry: Entry): Entry {
  const { created_at = entry.at ?? 0, attempts = 0 } = entry;
  return { ...entry, created_at, updated_at: created_at, attempts };
}
