import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Db } from '../db.ts';
import { migrate, NewerSchema } from '../migrate.ts';
import { attach, tryStartEmbedded } from './embedded.ts';
import { codeOf, StartProblem } from './start-problem.ts';

export interface OpenDatabase {
  db: Db;
  url: string;
  close(): Promise<void>;
}

const project = fileURLToPath(new URL('../../../', import.meta.url));

/** The data folder: `FYNBOS_DATA`, else `.data` in the project. */
export const dataFolderFrom = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(project, env.FYNBOS_DATA || '.data');

/**
 * Opens the shop's database for a command, migrated: the server in `DATABASE_URL` if set; else the embedded
 * one, which is the running shop's when there is one and is otherwise started until `close`.
 *
 * @param command how a second start names us while we run the server: `npm run import`
 * @throws StartProblem with one sentence for the terminal
 */
export async function openDatabase(command = 'a command', env = process.env): Promise<OpenDatabase> {
  if (env.DATABASE_URL) return openServer(env.DATABASE_URL);
  const dataFolder = dataFolderFrom(env);
  const embedded = await tryStartEmbedded(dataFolder, { owner: command });
  if (embedded) return openServer(embedded.url, () => embedded.stop('when unused'));
  const url = await attach(dataFolder);
  if (url) return openServer(url);
  throw new StartProblem(`The database in ${dataFolder} is just starting or ending: try again in a moment.`);
}

/** Connects to a PostgreSQL server and migrates it. @param stop what to end when the connection is closed */
export async function openServer(url: string, stop = async () => {}): Promise<OpenDatabase> {
  const db = connect(url);
  const close = async () => {
    await db.destroy();
    await stop();
  };
  try {
    await migrate(db);
    return { db, url, close };
  } catch (cause) {
    await close();
    throw explain(cause, url);
  }
}

function explain(cause: unknown, url: string): unknown {
  if (cause instanceof NewerSchema) return new StartProblem(cause.message, { cause });
  const code = codeOf(cause);
  if (code && (unreachable.has(code) || refused.test(code)))
    return new StartProblem(
      `The database at ${withoutPassword(url)} cannot be used (${(cause as Error).message || code}): check DATABASE_URL.`,
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

function withoutPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^:/@]*):[^@]*@/, '$1@');
}
