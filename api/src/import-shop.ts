import { type ImportOptions, type ImportReport, importInto } from './catalogue/import/import.ts';
import { contentPart } from './content/import-content.ts';
import type { Db } from './db.ts';
import { deliveryPart } from './delivery/import-delivery.ts';
import { couponsPart } from './promotions/import-coupons.ts';
import { dealsPart } from './promotions/import-deals.ts';

/** What the nouns after the catalogue load. */
export const shopParts = [dealsPart, couponsPart, deliveryPart, contentPart];

/**
 * Loads files into the shop, as `npm run import` does: the catalogue and what the nouns after it keep.
 *
 * @param path a file or a folder
 */
export function importShop(db: Db, path: string, options: ImportOptions = {}): Promise<ImportReport> {
  return importInto(db, path, { ...options, parts: shopParts });
}
