import type { IDBPDatabase, IDBPObjectStore } from 'idb';
import type { UpgradeTransaction } from '../storage/database.ts';
import { type Outbox, type OutboxEntry, outboxOf } from './outbox.ts';

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
export async function upgrade(
  db: IDBPDatabase,
  from: number,
  transaction: UpgradeTransaction,
): Promise<void> {
  if (from < 1) db.createObjectStore(outboxStoreName);
  if (from >= 2) return;
  db.createObjectStore(leases);
  if (from === 1) await recordAttempts(transaction.objectStore(outboxStoreName));
}

async function recordAttempts(
  store: IDBPObjectStore<unknown, string[], typeof outboxStoreName, 'versionchange'>,
): Promise<void> {
  for await (const cursor of store) {
    const outbox: Outbox<unknown, OutboxEntry & { at?: number }> = outboxOf(cursor.value);
    if (outbox.entries.length > 0) await cursor.update({ ...outbox, entries: outbox.entries.map(recorded) });
  }
}

function recorded<Entry extends OutboxEntry & { at?: number }>(entry: Entry): Entry {
  const { created_at = entry.at ?? 0, attempts = 0 } = entry;
  return { ...entry, created_at, updated_at: created_at, attempts };
}
