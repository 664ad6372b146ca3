import { type Loaded, load } from './load-service.ts';
import { withSessions } from './session.ts';
import { endOthers, openSession } from './session-store.ts';
import { withSnapshot } from './snapshot-service.ts';

/**
 * Copies a whole shop from one database into an empty one, table by table, and compares every row. Nobody can write
 * into the old one from the beginning on, and who waits for that is hung up on.
 *
 * @param from the old one, whose superuser we are: the embedded one
 * @param loaded called when all of it is there and proven to be equal, and nobody can write into the old one yet
 * @throws StartProblem when one of the databases cannot be used, or the new one is not empty; nothing was changed then
 */
export async function move(
  from: string,
  to: string,
  loaded: (what: Loaded) => Promise<void>,
): Promise<Loaded> {
  const source = await openSession(from);
  const target = await openSession(to, 'the address').catch(async (cause) => {
    await source.end();
    throw cause;
  });
  return withSessions([source, target], () =>
    withSnapshot(
      source,
      async (snapshot) => {
        const what = await load(target, snapshot);
        await loaded(what);
        // Whoever waits to write would write where nobody reads any more.
        await endOthers(source.db);
        return what;
      },
      'share',
    ),
  );
}
