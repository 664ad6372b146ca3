import { inTransaction, openDatabase } from '../storage/database.ts';
import type { Outbox, OutboxEntry } from './outbox.ts';

/** An outbox. Of its snapshot, only the cart lines are known here. */
type Peeked = Outbox<{ items?: readonly unknown[] }, OutboxEntry>;

/**
 * Reads outboxes from the database (`outbox-db.ts`), in the given order. The database is opened with its
 * current schema, never created, and closed at once, so that an upgrade never waits for it. Returns nothing
 * if there is none or it cannot be read.
 */
export async function readOutboxes(names: readonly string[]): Promise<readonly (Peeked | undefined)[]> {
  const neverCreate = () => Promise.reject(new Error('There is no outbox database'));
  const database = await openDatabase('fynbos', undefined, neverCreate).catch(() => undefined);
  if (!database) return [];
  try {
    if (!database.objectStoreNames.contains('boxes')) return [];
    return await inTransaction(database.transaction('boxes'), (store) =>
      Promise.all(names.map((name): Promise<Peeked | undefined> => store.get(name))),
    );
  } finally {
    database.close();
  }
}

export const isWaitingIn = (outbox: Peeked | undefined): boolean =>
  Array.isArray(outbox?.entries) && outbox.entries.length > 0;
