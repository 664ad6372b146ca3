import { databaseAt, onServer } from '@fynbos/test-kit/database/database-server.ts';
import { freshDatabase } from '@fynbos/test-kit/database/test-database.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectDb } from './db.ts';

test('a connection terminated between two statements of a transaction fails the transaction, not the process', async () => {
  const fresh = await freshDatabase();
  const db = connectDb(fresh.url, 1);
  const transaction = db.transaction().execute(async (open) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open);
    await onServer(databaseAt(fresh.url, 'postgres'), `select pg_terminate_backend(${rows[0]?.pid})`);
    const query = () => sql`select 1`.execute(open);
    // The connection notices its termination after a delay.
    await expect.poll(() => query().catch(String)).toMatch(/not queryable/);
    await query();
  });
  await expect(transaction).rejects.toThrow(/not queryable/);
  expect((await sql<{ value: number }>`select 1 as value`.execute(db)).rows).toEqual([{ value: 1 }]);
  await db.destroy();
});
