import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserFacingError } from '../../errors/user-facing-error.ts';
import { commandOfProcess, waitUntil } from './system-process.ts';

/** The main process as PostgreSQL notes it in `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  socketFolder: string;
  /** It has recovered and accepts connections. */
  ready: boolean;
}

/** The server that currently runs on this cluster, or nothing; a stale note does not count. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const lines = await readNote(cluster);
  const pid = Number(lines[0]);
  if (!(pid > 1)) return undefined;
  const command = await commandOfProcess(pid);
  if (!command?.includes(`-D ${cluster} `)) return undefined;
  return { pid, socketFolder: lines[4]?.trim() || cluster, ready: lines[7]?.trim() === 'ready' };
}

/** Stops an orphaned server whose shop was killed, so that a new one can start. Committed data stays. */
export async function endPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    send(pid, signal);
    if (await waitUntil(async () => !(await commandOfProcess(pid)), 10_000)) return;
  }
  throw new UserFacingError(
    `The PostgreSQL left behind in ${cluster} (process ${pid}) does not end: end it, then start again.`,
  );
}

/**
 * After a crash `postmaster.pid` names a process that is gone, is a zombie, or has become an unrelated
 * process, and PostgreSQL refuses to start while a process with that id exists. It accepts the id of its
 * own parent and still checks for shared memory in use, so this writes the id of this process instead of
 * deleting the file. The lock file beside the socket protects no data and is deleted.
 */
export async function disarmStaleNotes(cluster: string, socketFolder: string): Promise<void> {
  const lines = await readNote(cluster);
  if (!lines[0] || (await runningPostmaster(cluster))) return;
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  await writeFile(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

const readNote = async (cluster: string) =>
  (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between, which is fine for every caller.
  }
}
