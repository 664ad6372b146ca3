import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
 */
export function lockFolder(dataFolder: string, owner: string): FolderLock | undefined {
  const file = new DatabaseSync(join(dataFolder, 'lock'), { timeout: 500 });
  try {
    file.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
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

/** The owner of the folder, as noted when it was locked: `npm start, process 4711`. */
export function ownerOf(dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, 'owner'), 'utf8');
  } catch {
    return 'another process';
  }
}
