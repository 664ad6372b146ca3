import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Default cache size in bytes: every size and format of the demo shop's products, 330,000 pictures of 20
 * KB, with a reserve. Deleted pictures are rendered again on request.
 */
const defaultMaxBytes = 10 * 1024 ** 3;
/** Delay of the first scan after the first write, so that it does not slow down the start. */
const firstScanMs = 60_000;

/**
 * Limits the size of a folder of rendered pictures. The caller reports each write. The folder is scanned a
 * minute after the first picture, and after each eighth of the limit was written. A scan deletes the least
 * recently used files.
 * @param failed receives the error when a scan fails
 */
export function createCacheEviction(
  folder: string,
  failed: (error: unknown) => void,
  maxBytes = defaultMaxBytes,
) {
  let written = 0;
  let isNew = true;
  let scanning: Promise<void> | undefined;

  return (bytes: number): void => {
    written += bytes;
    if (isNew) setTimeout(scan, firstScanMs).unref();
    isNew = false;
    if (written >= maxBytes / 8) scan();
  };

  function scan(): void {
    if (scanning) return;
    written = 0;
    scanning = trim(folder, maxBytes)
      .catch(failed)
      .finally(() => {
        scanning = undefined;
        // The scan may have missed files written meanwhile.
        if (written >= maxBytes / 8) scan();
      });
  }
}

/** When the limit is exceeded, deletes the least recently used files until a quarter of it is free. */
async function trim(folder: string, maxBytes: number): Promise<void> {
  const files = await filesIn(folder);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes <= maxBytes) return;
  files.sort((left, right) => left.usedAt - right.usedAt);
  for (const { file, size } of files) {
    if (bytes <= maxBytes * 0.75) return;
    await rm(file, { force: true });
    bytes -= size;
  }
}

async function filesIn(folder: string): Promise<{ file: string; size: number; usedAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    // The folder was deleted.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Another process may delete the file first.
    const stats = await stat(file).catch(() => undefined);
    if (stats) files.push({ file, size: stats.size, usedAt: stats.mtimeMs });
  }
  return files;
}
