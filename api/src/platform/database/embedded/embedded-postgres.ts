import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { UserFacingError } from '../../errors/user-facing-error.ts';
import { cannotWrite, placeOfCluster, socketFolder } from './cluster-folder.ts';
import { type FolderLock, lockFolder, ownerOf } from './folder-lock.ts';
import { refuseMigrated } from './migrated-to-server.ts';
import { findBinaries } from './postgres-binaries.ts';
import {
  type Cluster,
  createDatabase,
  initialise,
  lastComplaint,
  ready,
  spawnServer,
  urlOf,
} from './postgres-cluster.ts';
import { disarmStaleNotes, endPostmaster, runningPostmaster } from './postmaster.ts';
import { accountToRunAs } from './system-account.ts';

/** The embedded PostgreSQL, running as a child of this process. */
export interface Embedded {
  /** For `connectDb`, and any other local client. */
  url: string;
  /** The folder of its files. */
  folder: string;
  /** Resolves with an error message when it ends unexpectedly and is not restarted. */
  died: Promise<string>;
  /**
   * Stops it. `at once` terminates running transactions (uncommitted changes are rolled back), `when
   * unused` lets them finish.
   */
  stop(how?: 'at once' | 'when unused'): Promise<void>;
}

export interface EmbeddedOptions {
  /** Who starts it, for the error message of a second start. */
  owner?: string;
  /** PostgreSQL settings that override the defaults. */
  settings?: Record<string, string>;
  /**
   * If given, a server that ends unexpectedly is restarted up to three times in ten minutes; called with
   * the reason.
   */
  restarted?: (sentence: string) => void;
}

/**
 * Starts the embedded PostgreSQL on a data folder, and creates the database on the first start. It cleans
 * up after a crash: an orphaned server is stopped first; its committed data stays.
 * @throws UserFacingError when another process uses the folder, it cannot be written or started, or its
 * shop was moved to a server
 */
export async function startEmbedded(dataFolder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const embedded = await tryStartEmbedded(dataFolder, options);
  if (embedded) return embedded;
  throw new UserFacingError(
    `The data folder ${dataFolder} is already in use (${ownerOf(dataFolder)}): end that first, or choose another folder with FYNBOS_DATA.`,
  );
}

/** Same as `startEmbedded`, but returns nothing when another process runs a server on this folder. */
export async function tryStartEmbedded(
  dataFolder: string,
  options: EmbeddedOptions = {},
): Promise<Embedded | undefined> {
  const folder = await placeOfCluster(dataFolder, await accountToRunAs());
  await access(dataFolder, constants.W_OK).catch((cause) => {
    throw cannotWrite(dataFolder, cause);
  });
  await refuseMigrated(dataFolder);
  const lock = lockFolder(dataFolder, options.owner ?? 'Fynbos');
  if (!lock) return undefined;
  try {
    // Check a second time under the lock: a move may have finished while this process waited for it.
    await refuseMigrated(dataFolder);
    const cluster = await prepare(folder, dataFolder, options.settings);
    const child = await launch(cluster);
    return supervise(child, cluster, lock, options.restarted);
  } catch (cause) {
    lock.release();
    throw cannotWrite(dataFolder, cause);
  }
}

/**
 * The URL of the server that another process runs on this data folder. Waits while it is starting.
 * @returns nothing when that process ended meanwhile
 */
export async function attach(dataFolder: string): Promise<string | undefined> {
  const folder = await placeOfCluster(dataFolder, await accountToRunAs());
  for (let attempt = 0; attempt < 50; attempt++) {
    const server = await runningPostmaster(folder);
    if (server?.ready) return urlOf(server.socketFolder);
    await pause(100);
  }
  return undefined;
}

const largestLog = 10 * 1024 * 1024;

async function prepare(
  folder: string,
  dataFolder: string,
  settings?: Record<string, string>,
): Promise<Cluster> {
  const account = await accountToRunAs(await stat(folder).catch(() => undefined));
  const logFile = join(dataFolder, 'postgres.log');
  const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > largestLog) await rename(logFile, `${logFile}.1`);
  return {
    folder,
    account,
    settings,
    binaries: await findBinaries(account),
    socketFolder: await socketFolder(folder, account),
    logFile,
  };
}

async function launch(cluster: Cluster): Promise<ChildProcess> {
  // This process holds the folder lock, so the process that started this server has ended.
  const orphan = await runningPostmaster(cluster.folder);
  if (orphan) await endPostmaster(cluster.folder, orphan.pid);
  await initialise(cluster);
  await disarmStaleNotes(cluster.folder, cluster.socketFolder);
  return untilMemoryIsFree(() => serve(cluster));
}

async function serve(cluster: Cluster): Promise<ChildProcess> {
  const child = await spawnServer(cluster);
  try {
    await ready(child, cluster);
    await createDatabase(cluster);
    return child;
  } catch (cause) {
    child.kill('SIGQUIT');
    throw cause;
  }
}

/** Workers of a killed server hold its shared memory for a moment, and PostgreSQL does not wait for them. */
async function untilMemoryIsFree<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + 10_000;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (!String(cause).includes('shared memory') || performance.now() > end) throw cause;
      await pause(200);
    }
  }
}

const maxRestarts = 3;
const restartsWithinMs = 10 * 60_000;

function supervise(
  first: ChildProcess,
  cluster: Cluster,
  lock: FolderLock,
  restarted: EmbeddedOptions['restarted'],
): Embedded {
  let child = first;
  let stopRequested = false;

  /** @returns why it ended for good; undefined when it was stopped deliberately */
  async function watch(): Promise<string | undefined> {
    const restarts: number[] = [];
    for (;;) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      const begin = performance.now();
      const lately = restarts.filter((at) => begin - at < restartsWithinMs);
      if (stopRequested) return undefined;
      const sentence = `PostgreSQL ended unexpectedly: ${await lastComplaint(cluster.logFile)}`;
      if (!restarted || lately.length >= maxRestarts) return sentence;
      restarts.push(begin);
      restarted(sentence);
      // A failed start counts as another unexpected end.
      child = await launch(cluster).catch(() => child);
      if (stopRequested) child.kill('SIGINT');
    }
  }
  const watching = watch().finally(() => lock.release());

  return {
    url: urlOf(cluster.socketFolder),
    folder: cluster.folder,
    died: watching.then((sentence) => sentence ?? new Promise<string>(() => {})),
    async stop(how = 'at once') {
      stopRequested = true;
      child.kill(how === 'at once' ? 'SIGINT' : 'SIGTERM');
      const late = setTimeout(() => child.kill('SIGQUIT'), 30_000);
      if (how === 'when unused') clearTimeout(late);
      await watching;
      clearTimeout(late);
    },
  };
}
