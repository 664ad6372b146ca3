import { accessSync, constants, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isRecord } from '../../json/is-record.ts';
import { cannotWrite } from './cluster-folder.ts';

/** An exclusive lock on a data folder, until `release` or the end of this process. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder for this process.
 *
 * Node has no file locks, but SQLite has. The operating system releases them when the process dies, so
 * process ids, which may be reused, are not needed.
 * @param owner name of this process in the error messages of others
 * @returns nothing when another living process holds the lock
 * @throws UserFacingError when this process cannot write there
 */
export function lockFolder(dataFolder: string, owner: string): FolderLock | undefined {
  try {
    accessSync(dataFolder, constants.W_OK);
    return openLock(dataFolder, owner);
  } catch (cause) {
    throw cannotWrite(dataFolder, withFileCode(cause));
  }
}

function openLock(dataFolder: string, owner: string): FolderLock | undefined {
  const file = new DatabaseSync(join(dataFolder, 'lock'), { timeout: 500 });
  try {
    file.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    file.close();
    if (isRecord(error) && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  const note = join(dataFolder, 'owner');
  writeFileSync(note, `${owner}, process ${process.pid}`);
  return {
    release() {
      rmSync(note, { force: true });
      file.close();
    },
  };
}

const sqliteBusy = 5;
/** The errors of SQLite for a file that cannot be written: read-only, full, cannot be opened. */
const fileCodes: Readonly<Record<number, string>> = { 8: 'EACCES', 13: 'ENOSPC', 14: 'EACCES' };

/** Names an error of SQLite as the file system does. */
function withFileCode(cause: unknown): unknown {
  const code = isRecord(cause) && typeof cause.errcode === 'number' ? fileCodes[cause.errcode] : undefined;
  return code && cause instanceof Error ? Object.assign(cause, { code }) : cause;
}

/** The owner of the folder, as noted when it was locked: `npm start, process 4711`. */
export function ownerOf(dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, 'owner'), 'utf8');
  } catch {
    return 'another process';
  }
}
