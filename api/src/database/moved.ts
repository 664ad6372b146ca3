import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cannotWrite } from './place.ts';
import { codeOf, StartProblem } from './start-problem.ts';

const noteIn = (dataFolder: string) => join(dataFolder, 'moved');

/** Notes that the shop of this folder sells from a server now, so that nobody sells from here by mistake. */
export async function noteMoved(dataFolder: string, server: string): Promise<void> {
  // Whichever account starts the shop has to read it, and a power cut must not take it away.
  await writeFile(noteIn(dataFolder), `${server}\n`, { mode: 0o644, flush: true }).catch((cause) => {
    throw cannotWrite(dataFolder, cause);
  });
}

/** Takes the note back. */
export const unnoteMoved = (dataFolder: string): Promise<void> => rm(noteIn(dataFolder), { force: true });

/** @throws StartProblem for a folder whose shop was moved away */
export async function refuseMoved(dataFolder: string): Promise<void> {
  const server = await readFile(noteIn(dataFolder), 'utf8').catch((cause) => {
    if (codeOf(cause) === 'ENOENT') return undefined;
    throw cause;
  });
  if (server === undefined) return;
  throw new StartProblem(
    `The shop in ${dataFolder} was moved to ${server.trim()}: set DATABASE_URL to that, or remove ${noteIn(dataFolder)} to go on with the old one.`,
  );
}
