import pg from 'pg';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { withSessions } from './backup-session.ts';
import { endOthers, openBackupSession } from './backup-session-store.ts';
import { type Loaded, load } from './load-service.ts';
import { withSnapshot } from './snapshot-service.ts';

/** Marks the old database as moved, so that the shop cannot start on it. */
export interface Note {
  write(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Copies a whole shop from one database into an empty one, table by table, and compares every row. Writes
 * to the old database are locked from the start; connections that wait for the lock are terminated at the
 * end.
 * @param from the old database, where this process is superuser: the embedded one
 * @param note written when all rows are loaded and compared, and before the commit. If the move breaks off
 * then, a shop that cannot start is safer than two that sell.
 * @throws UserFacingError when a database cannot be used, or the new one is not empty; nothing was changed
 * then, unless the message says so
 */
export async function migrateToServer(from: string, to: string, note: Note): Promise<Loaded> {
  const source = await openBackupSession(from);
  const target = await openBackupSession(to, 'the address').catch(async (cause) => {
    await source.end();
    throw cause;
  });
  return withSessions([source, target], () =>
    withSnapshot(
      source,
      async (snapshot) => {
        let isNoted = false;
        const write = async () => {
          await note.write();
          isNoted = true;
        };
        const loaded = await load(target, snapshot, write).catch(async (cause) => {
          if (isNoted && !isRefusal(cause)) throw unsure(cause);
          await note.remove();
          throw cause;
        });
        // Waiting writers would write to a database that is no longer read.
        await endOthers(source.db);
        return loaded;
      },
      'share',
    ),
  );
}

/**
 * The server refused the commit. A server that is shutting down may report an error after the commit
 * succeeded.
 */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && !cause.code?.startsWith('57P');

/** It is unknown whether the server received the commit. */
const unsure = (cause: unknown) =>
  new UserFacingError(
    'The connection was lost at the very end, so it is unknown whether the shop is on the server. Check it: with DATABASE_URL set to the server, "npm run audit" counts the orders. Until then the old shop cannot start.',
    { cause },
  );
