import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of made pictures on disk: some hundred thousand; what goes is made anew when somebody asks. */
export const mostKept = 2 * 1024 ** 3;

/**
 * Keeps a folder of made pictures from filling the disk. It is told of what is written there, looks through the
 * folder each time that an eighth of its room was written, and when the first picture is, and takes the oldest away.
 *
 * @param failed hears why the folder could not be looked through
 */
export function folderTrimmer(folder: string, failed: (error: unknown) => void, most = mostKept) {
  let written = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;

  return (bytes: number): void => {
    written += bytes;
    if (looking || written < most / 8) return;
    written = 0;
    looking = trim(folder, most)
      .catch(failed)
      .finally(() => {
        looking = undefined;
      });
  };
}

/** Takes the oldest files away until a quarter of the room is free, when there are more than there is room for. */
async function trim(folder: string, most: number): Promise<void> {
  const files = await filesIn(folder);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= most) return;
  files.sort((one, other) => one.madeAt - other.madeAt);
  for (const { file, size } of files) {
    if (bytes <= most * 0.75) return;
    await rm(file, { force: true });
    bytes -= size;
  }
}

async function filesIn(folder: string): Promise<{ file: string; size: number; madeAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Another process may take it away first.
    const found = await stat(file).catch(() => undefined);
    if (found) files.push({ file, size: found.size, madeAt: found.mtimeMs });
  }
  return files;
}
