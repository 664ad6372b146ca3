import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A data folder that is ours alone until `release`, or until this process ends in whatever way. */
export interface FolderLock {
  release(): void;
}

/**
 * Takes a data folder for this process.
 *
 * Node has no file locks; SQLite has, and the operating system frees them when the process dies, so nothing
 * has to be guessed from process ids that may be reused.
 *
 * @param owner how others name us while we hold it
 * @returns nothing when another living process holds it
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

/** Who holds the folder, as noted when it was taken: `npm start, process 4711`. */
export function ownerOf(dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, 'owner'), 'utf8');
  } catch {
    return 'another process';
  }
}
