import type { Db } from '../db.ts';
import { type ProductDownload, readDownloadPart, readDownloads } from './documents/product-download-store.ts';

export type { ProductDownload };

const partBytes = 1024 * 1024;

/** The files of these products, by SKU. */
export async function productDownloads(
  db: Db,
  skus: readonly string[],
): Promise<Map<string, ProductDownload>> {
  return new Map((await readDownloads(db, skus)).map((file) => [file.sku, file]));
}

/** The content of a file. It ends with an error if an import replaces the file meanwhile. */
export async function* downloadParts(db: Db, file: ProductDownload): AsyncGenerator<Buffer> {
  for (let start = 0; start < file.size_bytes; start += partBytes) {
    const part = await readDownloadPart(db, file, { start, length: partBytes });
    if (!part) throw new Error(`The file of product ${file.product_id} was replaced during its download.`);
    yield part;
  }
}
