import { join, relative } from 'node:path';
import { readProductsAfter } from '@fynbos/api/catalogue/store.ts';
import { UserFacingError } from '@fynbos/api/database/start-problem.ts';
import type { Db } from '@fynbos/api/db.ts';
import { importShop } from '@fynbos/api/import-shop.ts';

const folder = join(import.meta.dirname, 'catalogue', 'demo');

/**
 * Loads the demo shop into an empty one, by the import that a shop owner uses (spec D43).
 *
 * @returns what it loaded; nothing when the shop has products
 * @throws StartProblem when the demo's files have been changed and are no longer right
 */
export async function loadDemo(db: Db): Promise<string | undefined> {
  if ((await readProductsAfter(db, 0, 1)).length > 0) return undefined;
  const { ok, problems, products, categories } = await importShop(db, folder);
  if (ok)
    return `${products.created} products in ${categories.created} categories from ${relative(import.meta.dirname, folder)}`;
  const { file, line, column, reason } = problems[0]!;
  throw new UserFacingError(
    `The demo shop has a mistake in ${file}, line ${line}, ${column}: ${reason}; correct it, or empty catalogue/demo.`,
  );
}
