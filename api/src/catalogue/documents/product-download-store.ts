import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../db.ts';

/** The file of a product, without its content. */
export type ProductDownload = Omit<Selectable<Tables['product_download']>, 'content'>;

/** The files of these products, with their SKUs; the others have none. */
export async function readDownloads(
  db: Db,
  skus: readonly string[],
): Promise<(ProductDownload & { sku: string })[]> {
  if (skus.length === 0) return [];
  const files = db.selectFrom('product_download').innerJoin('product', 'product.id', 'product_id');
  return files
    .select(['sku', 'product_id', 'file_name', 'sha256', 'size_bytes'])
    .where('sku', 'in', skus)
    .execute();
}

/** A part of the content of a file; undefined if the product has another file by now. */
export async function readDownloadPart(
  db: Db,
  { product_id, sha256 }: ProductDownload,
  { start, length }: { start: number; length: number },
): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('product_download')
    .select(sql<Buffer>`substring(content from ${start + 1}::integer for ${length}::integer)`.as('part'))
    .where('product_id', '=', product_id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.part;
}

export async function saveDownload(db: Db, row: Tables['product_download']): Promise<void> {
  const { product_id: _, ...file } = row;
  await db
    .insertInto('product_download')
    .values(row)
    .onConflict((conflict) => conflict.column('product_id').doUpdateSet(file))
    .execute();
}

export async function deleteDownload(db: Db, productId: number): Promise<void> {
  await db.deleteFrom('product_download').where('product_id', '=', productId).execute();
}
