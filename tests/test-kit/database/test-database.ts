import { randomUUID } from 'node:crypto';
import { connectDb, type OpenDb } from '@fynbos/api/db.ts';
import { inject } from 'vitest';
import {
  type CreatedDatabase,
  type Credentials,
  copyDatabase,
  createdDatabase,
  newDatabaseName,
  onServer,
} from './database-server.ts';
import { demoTemplateOf } from './demo-template.ts';

export interface FreshDatabase extends CreatedDatabase {
  db: OpenDb;
}

/**
 * Creates a migrated, empty database for one test or file. Nothing is shared, so tests can run in parallel
 * and commit. It costs about 30 ms; create one per file (`beforeAll`) or per test, and remove it with
 * `drop`.
 */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { server, template } = inject('testDatabase');
  return connected(await copyDatabase(server, template));
}

/** Like `freshDatabase`, with the demo shop. The first caller of a run imports it. */
export const demoDatabase = async (): Promise<FreshDatabase> => connected(await copyOfDemo());

/** A copy of the demo shop for another process or pool. */
export async function copyOfDemo(): Promise<CreatedDatabase> {
  const { server, template } = inject('testDatabase');
  return copyDatabase(server, await demoTemplateOf(server, template));
}

/**
 * Creates a database without tables.
 * @param owner the owning account, if not the server's own
 */
export async function emptyDatabase(owner?: Account): Promise<FreshDatabase> {
  const { server } = inject('testDatabase');
  const name = newDatabaseName();
  await onServer(server, `create database ${name} ${owner ? `owner ${owner.name}` : ''}`);
  return connected(createdDatabase(server, name, owner));
}

/** An account that may log in, without other privileges. */
export interface Account extends Credentials {
  drop(): Promise<void>;
}

export async function plainAccount(): Promise<Account> {
  const { server } = inject('testDatabase');
  const [name, password] = [`account_${randomUUID().replaceAll('-', '')}`, randomUUID()];
  await onServer(
    server,
    `create role ${name} login password '${password}' nosuperuser nocreatedb nocreaterole`,
  );
  return { name, password, drop: () => onServer(server, `drop role ${name}`) };
}

function connected({ url, drop }: CreatedDatabase): FreshDatabase {
  const db = connectDb(url, 5);
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await drop();
    },
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabase: { server: string; template: string };
  }
}
