import type { ImportReport } from '@fynbos/api/catalogue/import/import.ts';
import { connectDb } from '@fynbos/api/db.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import pg from 'pg';
import { demoFolder } from '../shop/demo-folder.ts';
import { databaseAt, demoNameOf } from './database-server.ts';

/**
 * The name of a database with the demo shop, to copy. The first caller of a run creates it, and the callers
 * of other processes wait.
 * @param empty a migrated database without rows
 */
export async function demoTemplateOf(server: string, empty: string): Promise<string> {
  const name = demoNameOf(empty);
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    // The lock is released with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length === 0) await createDemo(client, server, { name, empty });
    return name;
  } finally {
    await client.end();
  }
}

async function createDemo(client: pg.Client, server: string, { name, empty }: Record<string, string>) {
  const unfinished = `${name}_new`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished} template ${empty} strategy file_copy`);
  await loadInto(databaseAt(server, unfinished), demoFolder);
  await client.query(`alter database ${unfinished} rename to ${name}`);
}

/**
 * Imports files into the shop of a database, as `npm run import` does. Its processes are notified shortly
 * after. Throws when a file has an error.
 */
export async function loadInto(database: string, folder: string): Promise<ImportReport> {
  const db = connectDb(database, 5);
  const report = await importShop(db, folder).finally(() => db.destroy());
  if (!report.ok) throw new Error(`${folder} was rejected: ${JSON.stringify(report.problems[0])}`);
  return report;
}
