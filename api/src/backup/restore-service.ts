import { type Loaded, load } from './load-service.ts';
import { type Checked, explainBroken, shipmentOf } from './read-backup.ts';
import { openSession, withSessions } from './session-store.ts';

/**
 * Loads the shop in a file that was checked into an empty database: all of it, or nothing.
 *
 * @throws StartProblem when the database is not empty or cannot be used, or the file changed meanwhile
 */
export async function restore(url: string, path: string, checked: Checked): Promise<Loaded> {
  const session = await openSession(url);
  return withSessions([session], () =>
    explainBroken(path, () => load(session, shipmentOf(path, checked))),
  );
}
