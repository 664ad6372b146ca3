import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { RunningShop } from './shop.ts';

/**
 * Loads files into the running shop and waits until the shop has applied them.
 * @param files contents by file name; they must change something
 */
export async function load(
  shop: Pick<RunningShop, 'origin' | 'import'>,
  files: Record<string, string>,
): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const before = await versionOf(shop);
    await shop.import(folder);
    const late = performance.now() + reloadTimeoutMs;
    while ((await versionOf(shop)) === before) {
      if (performance.now() > late)
        throw new Error('The catalogue version did not change: the files changed nothing.');
      await pause(20);
    }
  } finally {
    await remove();
  }
}

const reloadTimeoutMs = 15_000;

async function versionOf({ origin }: Pick<RunningShop, 'origin'>): Promise<number> {
  const health = (await (await fetch(`${origin}/api/health`)).json()) as {
    result: { catalogueVersion: number };
  };
  return health.result.catalogueVersion;
}

/** A CSV table: a header row and rows, with commas between cells. */
export function table(head: string, ...rows: string[]): string {
  return [head, ...rows, ''].join('\n');
}
