import pg from 'pg';
import { StartProblem } from '../database/start-problem.ts';
import { type Loaded, load } from './load-service.ts';
import { withSessions } from './session.ts';
import { endOthers, openSession } from './session-store.ts';
import { withSnapshot } from './snapshot-service.ts';

/** What says that nobody sells from the old database any more. */
export interface Note {
  write(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Copies a whole shop from one database into an empty one, table by table, and compares every row. Nobody can write
 * into the old one from the beginning on, and who waits for that is hung up on.
 *
 * @param from the old one, whose superuser we are: the embedded one
 * @param note written when all of it is there and proven to be equal, before it stays: of what may break off then, a shop
 * that nobody may start is better than two that sell
 * @throws StartProblem when one of the databases cannot be used, or the new one is not empty; nothing was changed then,
 * unless it says so
 */
export async function move(from: string, to: string, note: Note): Promise<Loaded> {
  const source = await openSession(from);
  const target = await openSession(to, 'the address').catch(async (cause) => {
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
        const what = await load(target, snapshot, write).catch(async (cause) => {
          if (isNoted && !isRefusal(cause)) throw unsure(cause);
          await note.remove();
          throw cause;
        });
        // Whoever waits to write would write where nobody reads any more.
        await endOthers(source.db);
        return what;
      },
      'share',
    ),
  );
}

/** The server itself said no; one that is being shut down may say so after it has said yes to itself. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof pg.DatabaseError && !cause.code?.startsWith('57P');

/** The server may have heard the last word, or not. */
const unsure = (cause: unknown) =>
  new StartProblem(
    'The connection was lost at the very end, and the shop may be on the server or not. Look there: with DATABASE_URL set to it, "npm run audit" counts the orders. Until you know, nobody can start the old one.',
    { cause },
  );
