import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { ProductRow } from '../../catalogue/documents/catalogue-store.ts';
import { type ImportReport, importRow } from '../../catalogue/import/import.ts';
import type { CatalogueKind } from '../../catalogue/import/input/input-files.ts';
import { findProduct } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { UserFacingError } from '../../platform/errors/user-facing-error.ts';
import { taxHomeOf } from '../../pricing/tax-rate.ts';
import { shopParts } from '../../shop-import.ts';
import type { AdminShop } from './admin-command.ts';

/**
 * Finds a product.
 * @throws UserFacingError when no product has this sku
 */
export async function getProduct(db: Db, sku: string): Promise<ProductRow> {
  const product = await findProduct(db, sku);
  if (!product) throw new UserFacingError(`There is no product ${sku}.`);
  return product;
}

/** Finds a product that has its own stock and price. */
export async function getSingleProduct(db: Db, sku: string): Promise<ProductRow> {
  const product = await getProduct(db, sku);
  if (isComposite(product.type_id))
    throw new UserFacingError(
      `${sku} is ${product.type_id}: its price and its stock are those of its parts. Name one of them (products show ${sku}).`,
    );
  return product;
}

/** Changes a row through the import, or throws with the problem the import reports. */
export async function changeRow(
  { db, now, config }: AdminShop,
  kind: CatalogueKind,
  cells: Readonly<Record<string, string>>,
): Promise<ImportReport> {
  const report = await importRow(db, kind, cells, {
    now: now(),
    tax: taxHomeOf(config),
    parts: shopParts,
  });
  const [first] = report.problems;
  if (first) throw new UserFacingError(`${first.column}: ${first.reason}. Nothing was changed.`);
  return report;
}
