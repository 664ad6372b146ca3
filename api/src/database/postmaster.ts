import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, waitUntil } from './process.ts';
import { StartProblem } from './start-problem.ts';

/** What PostgreSQL notes about its main process in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** It has recovered and takes connections. */
  ready: boolean;
}

/** The server that runs on this cluster right now, whoever started it; a stale note is not one. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readNote(cluster);
  const pid = Number(lines[0]);
  if (!(pid > 1)) return undefined;
  const command = await commandOf(pid);
  if (!command?.includes(`-D ${cluster} `)) return undefined;
  return { pid, socketFolder: lines[4]?.trim() || cluster, ready: lines[7]?.trim() === 'ready' };
}

/** Ends a server that lost its shop (which was killed, say), committed work safe, before we start our own. */
export async function endPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(pid, signal);
    if (await waitUntil(async () => !(await commandOf(pid)), 10_000)) return;
  }
  throw new StartProblem(
    `The PostgreSQL left behind in ${cluster} (process ${pid}) does not end: end it, then start again.`,
  );
}

/**
 * After a crash the note names a process that is gone, not collected yet, or by now somebody else's, and
 * PostgreSQL would refuse to start while a process of that id exists. It never takes its own parent for a
 * rival, and still looks for shared memory in use: so we put our own id there instead of deleting the note.
 * The note beside the socket guards no data and can go.
 */
export async function disarmStaleNotes(cluster: string, socketFolder: string): Promise<void> {
  const lines = await readNote(cluster);
  if (!lines[0] || (await runningPostmaster(cluster))) return;
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  await writeFile(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

const readNote = async (cluster: string) =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, which is what every caller wants.
  }
}
