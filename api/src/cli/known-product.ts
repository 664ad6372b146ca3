import type { CatalogueKind } from '../catalogue/import/files.ts';
import { type ImportReport, importRow } from '../catalogue/import/import.ts';
import { findProduct } from '../catalogue/product-service.ts';
import { isPutTogether } from '../catalogue/put-together.ts';
import type { ProductRow } from '../catalogue/store.ts';
import { StartProblem } from '../database/start-problem.ts';
import type { Db } from '../db.ts';
import { shopParts } from '../import-shop.ts';
import type { AdminShop } from './admin-command.ts';

/** A product of the shop. @throws StartProblem when there is none with this sku */
export async function getProduct(db: Db, sku: string): Promise<ProductRow> {
  const product = await findProduct(db, sku);
  if (!product) throw new StartProblem(`There is no product ${sku}.`);
  return product;
}

/** A product with a shelf and a price of its own. */
export async function getSingleProduct(db: Db, sku: string): Promise<ProductRow> {
  const product = await getProduct(db, sku);
  if (isPutTogether(product.type_id))
    throw new StartProblem(
      `${sku} is ${product.type_id}: its price and its stock are those of its parts. Name one of them (products show ${sku}).`,
    );
  return product;
}

/** Changes a product as the import does, or refuses with what the import says. */
export async function changeRow(
  { db, now }: AdminShop,
  kind: CatalogueKind,
  said: Readonly<Record<string, string>>,
): Promise<ImportReport> {
  const report = await importRow(db, kind, said, { now: now(), parts: shopParts });
  const [first] = report.problems;
  if (first) throw new StartProblem(`${first.column}: ${first.reason}. Nothing was changed.`);
  return report;
}
