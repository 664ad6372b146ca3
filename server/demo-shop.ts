import { join, relative } from 'node:path';
import { readProductsAfter } from '@fynbos/api/catalogue/documents/catalogue-store.ts';
import type { Db } from '@fynbos/api/db.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { importShop } from '@fynbos/api/shop-import.ts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'catalogue', 'demo');

/**
 * Imports the demo shop into an empty shop, with the import command of shop owners (spec D43).
 * @returns a summary; undefined when the shop has products
 * @throws UserFacingError when the files of the demo were changed and are invalid
 */
export async function loadDemo(db: Db): Promise<string | undefined> {
  if ((await readProductsAfter(db, 0, 1)).length > 0) return undefined;
  const { ok, problems, products, categories } = await importShop(db, folder);
  if (ok)
    return `${products.created} products in ${categories.created} categories from ${relative(project, folder)}`;
  const { file, line, column, reason } = problems[0]!;
  throw new UserFacingError(
    `The demo shop has an error in ${file}, line ${line}, ${column}: ${reason}; correct it, or empty catalogue/demo.`,
  );
}
