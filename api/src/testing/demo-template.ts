import { connect } from '../db.ts';
import { importShop } from '../import-shop.ts';
import { databaseAt, onServer } from './database.ts';
import { demoFolder } from './shop.ts';

/** A database with the demo shop in it, for whole shops under test to copy. @returns how to drop it */
export async function createDemoTemplate(
  server: string,
  name: string,
  empty: string,
): Promise<() => Promise<void>> {
  await onServer(server, `create database ${name} template ${empty}`);
  const db = connect(databaseAt(server, name), 5);
  const { ok, problems } = await importShop(db, demoFolder).finally(() => db.destroy());
  if (!ok) throw new Error(`The demo shop has a mistake: ${JSON.stringify(problems[0])}`);
  return () => onServer(server, `drop database if exists ${name} with (force)`);
}
