import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** An account of the server. */
export interface Credentials {
  name: string;
  password: string;
}

/**
 * The address of another database on the same server.
 * @param account the account to use instead of the server's own
 */
export function databaseAt(server: string, name: string, account?: Credentials): string {
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

/** A database of the server, and how to remove it. */
export interface CreatedDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Copies a database in about 30 ms: PostgreSQL copies its files, instead of writing each page to the log.
 * @param template name of the database to copy
 */
export async function copyDatabase(server: string, template: string): Promise<CreatedDatabase> {
  const name = newDatabaseName();
  await onServer(server, `create database ${name} template ${template} strategy file_copy`);
  return createdDatabase(server, name);
}

export const newDatabaseName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

export const createdDatabase = (server: string, name: string, account?: Credentials): CreatedDatabase => ({
  url: databaseAt(server, name, account),
  drop: () => onServer(server, `drop database ${name} with (force)`),
});

/** Name of the demo shop that is made from an empty database. */
export const demoNameOf = (empty: string): string => `${empty}_demo`;
