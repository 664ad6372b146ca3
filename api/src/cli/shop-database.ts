import { join } from 'node:path';
import { readConfig } from '../config/config.ts';
import { backUpBeforeMigration } from '../platform/backup/pre-migration-backup-service.ts';
import { findServer, type OpenDatabase, openDatabaseServer } from '../platform/database/open-database.ts';

/**
 * Opens and migrates the shop's database for a command. An embedded shop is backed up before it is
 * migrated, as at a start.
 * @param command for error messages: `npm run import`
 * @throws UserFacingError with one sentence for the terminal
 */
export async function openShopDatabase(command: string): Promise<OpenDatabase> {
  const { databaseUrl, dataFolder } = readConfig(process.env);
  const { url, stop } = await findServer(command);
  if (databaseUrl) return openDatabaseServer(url, stop);
  try {
    const backup = await backUpBeforeMigration(url, join(dataFolder, 'backups'));
    if (backup) console.error(`The shop was backed up to ${backup} before its schema is changed.`);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return openDatabaseServer(url, stop);
}
