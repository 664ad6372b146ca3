import { join, relative } from 'node:path';
import { readProductsAfter } from '@fynbos/api/catalogue/documents/catalogue-store.ts';
import type { Config } from '@fynbos/api/config/config.ts';
import { isLoopback } from '@fynbos/api/config/live-settings.ts';
import type { Db } from '@fynbos/api/db.ts';
import { UserFacingError } from '@fynbos/api/platform/errors/user-facing-error.ts';
import { taxHomeOf } from '@fynbos/api/pricing/tax-rate.ts';
import { importShop } from '@fynbos/api/shop-import.ts';

const project = join(import.meta.dirname, '..');
const folder = join(project, 'catalogue', 'demo');

/**
 * Imports the demo shop into an empty shop, with the import command of shop owners (spec D43), unless the
 * settings forbid it.
 * @returns a summary
 * @throws UserFacingError when the files of the demo were changed and are invalid
 */
export async function loadDemo(
  db: Db,
  config: Pick<Config, 'demo' | 'payments' | 'publicUrl' | 'taxCountry' | 'taxRegion'>,
): Promise<string> {
  if ((await readProductsAfter(db, 0, 1)).length > 0) return 'not needed, the shop has products';
  if (!isDemoWanted(config))
    return 'not loaded: the shop is empty. Load your products with npm run import (docs/import.md), or set DEMO=on';
  const { ok, problems, products, categories } = await importShop(db, folder, {
    tax: taxHomeOf(config),
  });
  if (ok)
    return `${products.created} products in ${categories.created} categories from ${relative(project, folder)}`;
  // A failed import has at least one problem.
  const { file, line, column, reason } = problems[0]!;
  throw new UserFacingError(
    `The demo shop has an error in ${file}, line ${line}, ${column}: ${reason}; correct it, or empty catalogue/demo.`,
  );
}

/** Shoppers must not find the demo in a real shop. */
function isDemoWanted(config: Pick<Config, 'demo' | 'payments' | 'publicUrl'>): boolean {
  const { demo, payments, publicUrl } = config;
  if (payments === 'live' || demo === 'off') return false;
  return demo === 'on' || !publicUrl || isLoopback(new URL(publicUrl).hostname);
}
