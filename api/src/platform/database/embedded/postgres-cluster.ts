import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { codeOf, UserFacingError } from '../../errors/user-facing-error.ts';
import type { Account } from './system-account.ts';
import { waitUntil } from './system-process.ts';

/** A cluster on disk, and the settings to run it. */
export interface Cluster {
  folder: string;
  socketFolder: string;
  binaries: string;
  /** The account that runs it when this process is root. */
  account?: Account;
  /** Log file of the server. */
  logFile: string;
  /** Settings that override the defaults. */
  settings?: Record<string, string>;
}

const superuser = 'fynbos';
const database = 'fynbos';
const major = '18';

const settings = {
  // Reached through the socket in its closed folder only; the server does not listen on the network.
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Tuned for a shop on a small server: little memory, short queries, few processes.
  shared_buffers: '32MB',
  max_connections: '40',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Error details quote the row, which may hold personal data, so they are not logged.
  log_error_verbosity: 'terse',
};

/**
 * Creates an empty cluster if there is none: UTF-8, ordered by code point so that it is the same
 * everywhere.
 */
export async function initialise({ folder, binaries, account, logFile }: Cluster): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(unlessMissing);
  if (version?.trim() === major) return;
  if (version)
    throw new UserFacingError(
      `The database in ${folder} was made by PostgreSQL ${version.trim()}, this shop brings ${major}: take a backup with the version that made it and restore that, or choose another folder with FYNBOS_DATA.`,
    );
  if (((await readdir(folder).catch(unlessMissing)) ?? []).length > 0)
    throw new UserFacingError(
      `The folder ${folder} is not empty and holds no database: empty it, or choose another with FYNBOS_DATA.`,
    );
  // Created beside it and moved at the end, so an interruption never leaves half a cluster. Each attempt
  // uses its own folder: the initdb of a killed start may still be writing into the last one.
  await removeUnfinished(folder);
  const unfinished = `${folder}.new-${process.pid}`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (account) await chown(unfinished, account.uid, account.gid);
  const options = ['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--no-instructions'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const child = await run('initdb', ['-D', unfinished, '-U', superuser, ...options, ...locale], {
    binaries,
    account,
    logFile,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0)
    throw new UserFacingError(
      `PostgreSQL could not create its database in ${folder}: ${await lastComplaint(logFile)}`,
    );
  await rename(unfinished, folder);
}

function unlessMissing(cause: unknown): undefined {
  if (codeOf(cause) !== 'ENOENT') throw cause;
}

async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(dirname(folder));
  // Best effort: a leftover initdb may still write into it, and the next first start retries.
  for (const name of names.filter((name) => name.startsWith(`${basename(folder)}.new-`)))
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** Starts the server as a child of this process. The caller waits for it with `ready`. */
export function spawnServer(cluster: Cluster): Promise<ChildProcess> {
  const all = { ...settings, unix_socket_directories: quoted(cluster.socketFolder), ...cluster.settings };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return run('postgres', ['-D', cluster.folder, ...options], cluster);
}

/**
 * Waits until the server accepts connections.
 * @throws UserFacingError with the server's last error when it exits first
 */
export async function ready(child: ChildProcess, cluster: Cluster): Promise<void> {
  // Recovery after a crash may take minutes on a large shop; a recovering server counts as alive.
  const settled = await waitUntil(
    async () =>
      child.exitCode !== null ||
      child.signalCode !== null ||
      (await acceptsConnections(cluster.socketFolder)),
    300_000,
  );
  if (settled && child.exitCode === null && child.signalCode === null) return;
  child.kill('SIGQUIT');
  throw new UserFacingError(
    `PostgreSQL does not start in ${cluster.folder}: ${await lastComplaint(cluster.logFile)}`,
  );
}

/** Creates the shop's database in the cluster. */
export async function createDatabase({ socketFolder }: Cluster): Promise<void> {
  const client = maintenanceClient(socketFolder);
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (!rowCount) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

async function acceptsConnections(host: string): Promise<boolean> {
  const client = maintenanceClient(host);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A lost connection fails the running statement, so the error event needs no handling. */
function maintenanceClient(host: string): pg.Client {
  const client = new pg.Client({ host, port: 5432, user: superuser, database: 'postgres', ssl: false });
  client.on('error', () => {});
  return client;
}

/** The URL of a database on this server, for any PostgreSQL client. */
export const urlOf = (socketFolder: string, name = database): string =>
  // A socket needs no SSL, whatever `PGSSLMODE` requires elsewhere.
  `postgres://${superuser}@localhost:5432/${name}?host=${encodeURIComponent(socketFolder)}&sslmode=disable`;

/** PostgreSQL reads a list of folders here; quotes protect a comma in a name. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

interface Surroundings {
  binaries: string;
  account?: Account;
  logFile: string;
}

async function run(program: string, args: string[], { binaries, account, logFile }: Surroundings) {
  const log = await open(logFile, 'a', 0o600);
  try {
    const child = spawn(join(binaries, 'bin', program), args, {
      stdio: ['ignore', log.fd, log.fd],
      // A session of its own: Ctrl-C in a terminal reaches this process only, which stops the server after
      // the last request.
      detached: true,
      // None of the caller's PG… or LD_… variables.
      env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      ...account,
    });
    await once(child, 'spawn');
    return child;
  } catch (cause) {
    throw new UserFacingError(
      `PostgreSQL's ${program} in ${binaries} cannot be executed: run "npm ci" again.`,
      {
        cause,
      },
    );
  } finally {
    await log.close();
  }
}

/** The last error in the server log, without its time stamp. */
export async function lastComplaint(logFile: string): Promise<string> {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trimEnd().split('\n');
  const line = lines.findLast((text) => /FATAL|PANIC|error:/.test(text)) ?? lines.at(-1) ?? '';
  return `${line.replace(/^.*?(FATAL|PANIC|error):\s*/, '')} (see ${logFile})`;
}
