import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, UserFacingError } from '../../errors/user-facing-error.ts';
import { cannotWrite } from './cluster-folder.ts';

const noteIn = (dataFolder: string) => join(dataFolder, 'moved');

/** Notes that the shop of this folder was moved to a server, so that it does not start here by mistake. */
export async function markMigrated(dataFolder: string, server: string): Promise<void> {
  // Any account that starts the shop has to read it, and it must survive a power failure.
  await writeFile(noteIn(dataFolder), `${server}\n`, { mode: 0o644, flush: true }).catch((cause) => {
    throw cannotWrite(dataFolder, cause);
  });
}

/** Removes the note. */
export const unmarkMigrated = (dataFolder: string): Promise<void> => rm(noteIn(dataFolder), { force: true });

/** @throws UserFacingError for a folder whose shop was moved */
export async function refuseMigrated(dataFolder: string): Promise<void> {
  const server = await readFile(noteIn(dataFolder), 'utf8').catch((cause) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  });
  if (server === undefined) return;
  throw new UserFacingError(
    `The shop in ${dataFolder} was moved to ${server.trim()}: set DATABASE_URL to that, or remove ${noteIn(dataFolder)} to go on with the old one.`,
  );
}
