import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartProblem } from './start-problem.ts';

const noteIn = (dataFolder: string) => join(dataFolder, 'moved');

/** Notes that the shop of this folder sells from a server now, so that nobody sells from here by mistake. */
export async function noteMoved(dataFolder: string, server: string): Promise<void> {
  await writeFile(noteIn(dataFolder), `${server}\n`);
}

/** @throws StartProblem for a folder whose shop was moved away */
export async function refuseMoved(dataFolder: string): Promise<void> {
  const server = await readFile(noteIn(dataFolder), 'utf8').catch(() => undefined);
  if (server === undefined) return;
  throw new StartProblem(
    `The shop in ${dataFolder} was moved to ${server.trim()}: set DATABASE_URL to that, or remove ${noteIn(dataFolder)} to go on with the old one.`,
  );
}
