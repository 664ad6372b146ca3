import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDb } from '../../db.ts';
import { knownSchema } from '../database/connection/migrations.ts';
import { currentSchema } from '../database/migrate.ts';
import { UserFacingError } from '../errors/user-facing-error.ts';
import { createBackup } from './backup-service.ts';

/** The name of a backup that was made before this code's migrations. */
const nameOf = (schema: number) => `schema-${schema}-before-${knownSchema}.backup`;
const isOfMigration = /^schema-\d+-before-\d+\.backup$/;

/**
 * Backs up a shop whose schema is older than this code, so that the migrations can be taken back with the
 * previous version (spec reliability 6.20). Backups of earlier migrations are deleted.
 * @param folder created when it is needed
 * @returns the path of the backup; undefined when nothing is migrated, or the database holds no shop
 * @throws UserFacingError when it cannot be written; the database is unchanged then
 */
export async function backUpBeforeMigration(url: string, folder: string): Promise<string | undefined> {
  const db = connectDb(url, 1);
  const schema = await currentSchema(db).finally(() => db.destroy());
  if (schema === 0 || schema >= knownSchema) return undefined;
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause) => {
    throw new UserFacingError(`${folder} cannot be created (${cause.message}).`, { cause });
  });
  const name = nameOf(schema);
  const earlier = (await readdir(folder)).filter((file) => isOfMigration.test(file));
  const path = join(folder, name);
  // An interrupted start made it; the shop has not run since.
  if (earlier.includes(name)) await rm(path);
  await createBackup(url, path);
  // An update that failed between two migrations keeps the backup of the schema where it began.
  const isOfThisUpdate = (file: string) => file.endsWith(`-before-${knownSchema}.backup`);
  for (const file of earlier) if (!isOfThisUpdate(file)) await rm(join(folder, file));
  return path;
}
