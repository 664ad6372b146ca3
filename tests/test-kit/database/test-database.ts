import { randomUUID } from 'node:crypto';
import { connect, type OpenDb } from '@fynbos/api/db.ts';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  db: OpenDb;
  /** For another process, such as a whole shop under test. */
  url: string;
  drop(): Promise<void>;
}

/**
 * Creates a migrated, empty database for one test or file. Nothing is shared, so tests can run in parallel
 * and commit. It costs about 30 ms; create one per file (`beforeAll`) or per test, and remove it with
 * `drop`.
 */
export function freshDatabase(): Promise<FreshDatabase> {
  return createDatabase(`template ${inject('testDatabase').template}`);
}

/**
 * Creates a database without tables.
 * @param owner the owning account, if not the server's own
 */
export async function emptyDatabase(owner?: Account): Promise<FreshDatabase> {
  return createDatabase(owner ? `owner ${owner.name}` : '', owner);
}

/** An account that may log in, without other privileges. */
export interface Account {
  name: string;
  password: string;
  drop(): Promise<void>;
}

export async function plainAccount(): Promise<Account> {
  const { server } = inject('testDatabase');
  const [name, password] = [nameOf('account'), randomUUID()];
  await onServer(
    server,
    `create role ${name} login password '${password}' nosuperuser nocreatedb nocreaterole`,
  );
  return { name, password, drop: () => onServer(server, `drop role ${name}`) };
}

const nameOf = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '')}`;

async function createDatabase(options: string, account?: Account): Promise<FreshDatabase> {
  const { server } = inject('testDatabase');
  const name = nameOf('test');
  await onServer(server, `create database ${name} ${options}`);
  const url = databaseAt(server, name, account);
  const db = connect(url, 5);
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await onServer(server, `drop database ${name} with (force)`);
    },
  };
}

/**
 * The address of another database on the same server.
 * @param account the account to use instead of the server's own
 */
export function databaseAt(
  server: string,
  name: string,
  account?: Pick<Account, 'name' | 'password'>,
): string {
  const url = new URL(server);
  if (account) [url.username, url.password] = [account.name, account.password];
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs one statement outside a transaction, on its own connection. */
export async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { server: string; template: string };
  }
}
