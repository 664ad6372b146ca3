import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes of made pictures on disk: every size and format of the demo shop's products, 330,000 pictures of 20 KB, and room
 * left. What goes is made anew when somebody asks.
 */
export const mostKept = 10 * 1024 ** 3;
/** When a process that wrote something first looks: not while it starts, when everybody is in a hurry. */
const firstLookMs = 60_000;

/**
 * Keeps a folder of made pictures from filling the disk. It is told of what is written there, looks through the
 * folder each time that an eighth of its room was written, and a minute after the first picture, and takes away what was
 * asked for longest ago.
 *
 * @param failed hears why the folder could not be looked through
 */
export function folderTrimmer(folder: string, failed: (error: unknown) => void, most = mostKept) {
  let written = 0;
  let isNew = true;
  let looking: Promise<void> | undefined;

  return (bytes: number): void => {
    written += bytes;
    if (isNew) setTimeout(look, firstLookMs).unref();
    isNew = false;
    if (written >= most / 8) look();
  };

  function look(): void {
    if (looking) return;
    written = 0;
    looking = trim(folder, most)
      .catch(failed)
      .finally(() => {
        looking = undefined;
        // What was written meanwhile it may have missed.
        if (written >= most / 8) look();
      });
  }
}

/** Takes the files away that were used longest ago until a quarter of the room is free, when there are more than there is room for. */
async function trim(folder: string, most: number): Promise<void> {
  const files = await filesIn(folder);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return;
  files.sort((one, other) => one.usedAt - other.usedAt);
  for (const { file, size } of files) {
    if (bytes <= most * 0.75) return;
    await rm(file, { force: true });
    bytes -= size;
  }
}

async function filesIn(folder: string): Promise<{ file: string; size: number; usedAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    // Somebody emptied it altogether.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Another process may take it away first.
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, size: found.size, usedAt: found.mtimeMs });
  }
  return files;
}
