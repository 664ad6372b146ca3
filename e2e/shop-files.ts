import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '@fynbos/api/testing/folder.ts';
import type { RunningShop } from './shop.ts';

/**
 * Loads files into the running shop with the operator's own command, and waits until it knows them.
 *
 * @param files their text, by name; they must change something
 */
export async function load(shop: RunningShop, files: Record<string, string>): Promise<void> {
  const { folder, remove } = await temporaryFolder();
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    const before = await versionOf(shop);
    await shop.import(folder);
    while ((await versionOf(shop)) === before) await pause(20);
  } finally {
    await remove();
  }
}

async function versionOf({ origin }: RunningShop): Promise<number> {
  const answer = (await (await fetch(`${origin}/api/health`)).json()) as {
    result: { catalogueVersion: number };
  };
  return answer.result.catalogueVersion;
}

/** A table as files hold it: names of columns and cells, with commas between. */
export function table(head: string, ...rows: string[]): string {
  return [head, ...rows, ''].join('\n');
}
