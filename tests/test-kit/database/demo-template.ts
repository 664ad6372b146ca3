import { connect } from '@fynbos/api/db.ts';
import { importShop } from '@fynbos/api/shop-import.ts';
import { demoFolder } from '../shop/test-shop.ts';
import { databaseAt, onServer } from './test-database.ts';

/**
 * Creates a database with the demo shop, which whole shops under test copy.
 * @returns a function that drops it
 */
export async function createDemoTemplate(
  server: string,
  name: string,
  empty: string,
): Promise<() => Promise<void>> {
  await onServer(server, `create database ${name} template ${empty}`);
  await loadInto(databaseAt(server, name), demoFolder);
  return () => onServer(server, `drop database if exists ${name} with (force)`);
}

/**
 * Imports files into the shop of a database, as `npm run import` does. Its processes are notified shortly
 * after. Throws when a file has an error.
 */
export async function loadInto(database: string, folder: string): Promise<void> {
  const db = connect(database, 5);
  const { ok, problems } = await importShop(db, folder).finally(() => db.destroy());
  if (!ok) throw new Error(`${folder} was rejected: ${JSON.stringify(problems[0])}`);
}
