import { type ImportOptions, type ImportReport, importInto } from './catalogue/import/import.ts';
import { contentPart } from './content/import/content-import.ts';
import type { Db } from './db.ts';
import { deliveryPart } from './delivery/delivery-import.ts';
import { demoMedia } from './images/image-service.ts';
import { pictureProblems } from './images/picture-problem.ts';
import { couponsPart } from './promotions/coupon-import.ts';
import { dealsPart } from './promotions/deal-import.ts';
import { reviewsPart } from './reviews/review-import.ts';

/** The import parts of the modules that load after the catalogue. */
export const shopParts = [dealsPart, couponsPart, deliveryPart, contentPart, reviewsPart];

/**
 * Loads files into the shop, as `npm run import` does: the catalogue and the data of the modules that
 * depend on it.
 * @param path a file or a folder
 */
export function importShop(db: Db, path: string, options: ImportOptions = {}): Promise<ImportReport> {
  return importInto(db, path, { pictureProblem: pictureProblems(demoMedia), ...options, parts: shopParts });
}
