import { createHash } from 'node:crypto';
import { lstat, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '../../../db.ts';
import { productIdsBySku } from '../../documents/catalogue-store.ts';
import { deleteDownload, readDownloads, saveDownload } from '../../documents/product-download-store.ts';
import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import type { ProductDraft } from '../rows/drafts.ts';
import type { KnownGoods, PlannedPart } from './import-module.ts';

/** The folder beside the tables. No address of the shop leads to it. */
const folderName = 'downloads';
const maxMegabytes = 50;
const maxNameLength = 150;

/** A file that a product gets; undefined removes its file. */
interface Planned {
  sku: string;
  path: string | undefined;
  name: string;
}

/** The folder with the files of an import of this path, which is a table or a folder. */
export async function downloadFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  return join(isFolder ? path : dirname(path), folderName);
}

/** Checks the files that the rows name, and plans to store those that differ from the stored ones. */
export async function planDownloads(
  db: Db,
  drafts: Iterable<ProductDraft>,
  { folder, goods, findings }: { folder: string | undefined; goods: KnownGoods; findings: Findings },
): Promise<PlannedPart> {
  const named = [...drafts].filter(({ downloadFile }) => downloadFile !== undefined);
  const skus = named.map(({ sku }) => sku);
  const stored = new Map((await readDownloads(db, skus)).map((file) => [file.sku, file]));
  const planned: Planned[] = [];
  for (const { at, sku, downloadFile: name = '' } of named) {
    const before = stored.get(sku);
    if (name === '') {
      if (before) planned.push({ sku, path: undefined, name });
      continue;
    }
    const path = folder === undefined ? undefined : join(folder, name);
    const reason = typeProblem(goods, sku) ?? (await fileProblem(name, path));
    if (reason) findings.problem(at, 'download_file', `${quoted(name)} ${reason}`);
    else if (
      path !== undefined &&
      (before?.file_name !== name || before.sha256 !== hashOf(await readFile(path)))
    )
      planned.push({ sku, path, name });
  }
  return { changed: planned.length, inMemory: false, write: (trx) => writeDownloads(trx, planned) };
}

function typeProblem(goods: KnownGoods, sku: string): string | undefined {
  const type = goods.typeOf(sku);
  // A product that is not known has a problem of its own.
  if (type === undefined || type === 'downloadable' || type === 'virtual') return undefined;
  return `is for a downloadable or virtual product, and this one is ${type}`;
}

async function fileProblem(name: string, path: string | undefined): Promise<string | undefined> {
  if (!isFileName(name)) return `is no name of a file in the folder "${folderName}": write it without a path`;
  if (path === undefined) return 'can be loaded by an import of files only';
  const file = await lstat(path).catch(() => undefined);
  if (!file)
    return `is not in the folder "${folderName}" beside the table: add the file, or correct the name`;
  if (!file.isFile()) return 'is no file';
  if (file.size === 0) return 'is an empty file';
  return file.size > maxMegabytes * 1024 ** 2 ? `is larger than ${maxMegabytes} MB` : undefined;
}

/** Neither a path nor a hidden file, in any system. */
const isFileName = (name: string): boolean =>
  name.length <= maxNameLength && !name.startsWith('.') && !/[/\\:\p{Cc}]/u.test(name);

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** The products of the import are written by then. One file at a time is in memory. */
async function writeDownloads(db: Db, planned: readonly Planned[]): Promise<void> {
  const idOf = await productIdsBySku(
    db,
    planned.map(({ sku }) => sku),
  );
  for (const { sku, path, name } of planned) {
    // The plan has checked that the product exists.
    const product_id = idOf.get(sku)!;
    if (path === undefined) await deleteDownload(db, product_id);
    else await saveDownload(db, { product_id, file_name: name, ...storedForm(await readFile(path)) });
  }
}

const storedForm = (content: Buffer) => ({
  content,
  sha256: hashOf(content),
  size_bytes: content.length,
});
