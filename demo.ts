import { join } from 'node:path';
import { importInto } from '@fynbos/api/catalogue/import/import.ts';
import { readProductsAfter } from '@fynbos/api/catalogue/store.ts';
import type { Db } from '@fynbos/api/db.ts';

const folder = join(import.meta.dirname, 'catalogue', 'demo');

/** Loads the demo shop into an empty one. @returns what it loaded, nothing when the shop has products */
export async function loadDemo(db: Db): Promise<string | undefined> {
  if ((await readProductsAfter(db, 0, 1)).length > 0) return undefined;
  await importInto(db, folder);
  return 'loaded';
}
