import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder for one measurement. */
export async function inFolder<Found>(measureThere: (folder: string) => Promise<Found>): Promise<Found> {
  const folder = await mkdtemp(join(tmpdir(), 'fynbos-bench-'));
  // The embedded database does not run as root and needs access to the folder.
  await chmod(folder, 0o755);
  return measureThere(folder).finally(() => rm(folder, { recursive: true, force: true }));
}
