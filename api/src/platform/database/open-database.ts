import { sql } from 'kysely';
import { readConfig, withoutPassword } from '../../config/config.ts';
import { connectDb, type Db, type OpenDb } from '../../db.ts';
import { codeOf, messageOf, UserFacingError } from '../errors/user-facing-error.ts';
import { attach, tryStartEmbedded } from './embedded/embedded-postgres.ts';
import { migrate, SchemaProblem } from './migrate.ts';

export interface OpenDatabase {
  db: OpenDb;
  url: string;
  /** The migrations that this call applied. */
  applied: number[];
  close(): Promise<void>;
}

/** A PostgreSQL server that holds the shop. */
export interface FoundServer {
  url: string;
  /** Stops the server if it was started for this command. */
  stop(): Promise<void>;
}

/**
 * Finds the shop's database for a command: the server in `DATABASE_URL` if set; otherwise the embedded one.
 * If the shop runs, its server is used; if not, a server is started until `stop`.
 * @param command name of the command for error messages of a second start: `npm run import`
 * @throws UserFacingError with one sentence for the terminal
 */
export async function findServer(command: string, env = process.env): Promise<FoundServer> {
  const { databaseUrl, dataFolder } = readConfig(env);
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  const embedded = await tryStartEmbedded(dataFolder, { owner: command });
  if (embedded) return { url: embedded.url, stop: () => embedded.stop('when unused') };
  const url = await attach(dataFolder);
  if (url) return { url, stop: async () => {} };
  throw new UserFacingError(
    `The database in ${dataFolder} is just starting or ending: try again in a moment.`,
  );
}

/**
 * Connects to a PostgreSQL server and migrates it.
 * @param stop called after the connection is closed
 */
export async function openDatabaseServer(url: string, stop = async () => {}): Promise<OpenDatabase> {
  const { db, applied } = await openMigrated(url, stop);
  return { db, url, applied, close: () => closed(db, stop) };
}

/**
 * Same for a shop: migrations run without time limits, the shop's own queries with them.
 * @param timeoutScale multiplies the limits
 */
export async function openForShop(url: string, timeoutScale = 1): Promise<OpenDatabase> {
  const { db: setupDb, applied } = await openMigrated(url, async () => {});
  await setupDb.destroy();
  const db = connectDb(url, 10, 'hurried', timeoutScale);
  return { db, url, applied, close: () => db.destroy() };
}

async function openMigrated(url: string, stop: () => Promise<void>) {
  const db = connectDb(url);
  try {
    await refuseOldServer(db);
    return { db, applied: await migrate(db) };
  } catch (cause) {
    await closed(db, stop);
    throw explain(cause, url);
  }
}

async function closed(db: Db, stop: () => Promise<void>): Promise<void> {
  await db.destroy();
  await stop();
}

/** @throws UserFacingError for a server that is older than the shop's SQL */
export async function refuseOldServer(db: Db): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
  const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (version < 15)
    throw new UserFacingError(`The database server is PostgreSQL ${version}; the shop needs 15 or newer.`);
}

/**
 * Converts a connection failure to a readable error; other failures pass unchanged.
 * @param from where the URL was configured
 */
export function explain(cause: unknown, url: string, from = 'DATABASE_URL'): unknown {
  if (cause instanceof SchemaProblem) return new UserFacingError(cause.message, { cause });
  const code = codeOf(cause);
  if (code && (unreachable.has(code) || refused.test(code)))
    return new UserFacingError(
      `The database at ${withoutPassword(url)} cannot be used (${messageOf(cause) || code}): check ${from}.`,
      { cause },
    );
  return cause;
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/** SQLSTATE: authorisation, unknown database, no privilege, not accepting connections. */
const refused = /^(28|3D|42501|57P|53300)/;
