import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { RunningShop } from './shop.ts';

/**
 * Loads files into the running shop, and waits until it knows them.
 *
 * @param files their text, by name; they must change something
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
    const late = performance.now() + longestMs;
    while ((await versionOf(shop)) === before) {
      if (performance.now() > late) throw new Error('The shop heard of nothing: the files changed nothing.');
      await pause(20);
    }
  } finally {
    await remove();
  }
}

const longestMs = 15_000;

async function versionOf({ origin }: Pick<RunningShop, 'origin'>): Promise<number> {
  const answer = (await (await fetch(`${origin}/api/health`)).json()) as {
    result: { catalogueVersion: number };
  };
  return answer.result.catalogueVersion;
}

/** A table as files hold it: names of columns and cells, with commas between. */
export function table(head: string, ...rows: string[]): string {
  return [head, ...rows, ''].join('\n');
}
