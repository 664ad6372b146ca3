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
  await loadInto(databaseAt(server, name), demoFolder);
  return () => onServer(server, `drop database if exists ${name} with (force)`);
}

/** Loads files into the shop of a database, as `npm run import` does; its processes hear of it a moment later. Throws where one has a mistake. */
export async function loadInto(database: string, folder: string): Promise<void> {
  const db = connect(database, 5);
  const { ok, problems } = await importShop(db, folder).finally(() => db.destroy());
  if (!ok) throw new Error(`${folder} was refused: ${JSON.stringify(problems[0])}`);
}
