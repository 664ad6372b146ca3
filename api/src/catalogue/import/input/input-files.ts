import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { codeOf } from '../../../platform/errors/user-facing-error.ts';
import type { Findings } from '../format/findings.ts';
import type { ImportPart } from '../plan/import-module.ts';

/** The content of a file: a part of the catalogue, or of another feature that registers an import part. */
export type Kind = CatalogueKind | (string & {});

export type CatalogueKind = 'products' | 'categories' | 'attributes' | 'taxes' | 'stores' | 'store-stock';

export interface InputFile {
  path: string;
  /** The name used in the report. */
  name: string;
  /** `text` is passed unchanged to the import part that reads it. */
  format: 'csv' | 'json' | 'text';
  kind: Kind;
}

const kinds: [RegExp, CatalogueKind][] = [
  [/^(catalog_)?products?(-[\w-]+)?$/, 'products'],
  [/^(catalog_)?(category|categories)$/, 'categories'],
  [/^(catalog_)?attributes?$/, 'attributes'],
  [/^(catalog_)?tax(es|_?rules?)?$/, 'taxes'],
  [/^(fulfilment[-_])?stores?$/, 'stores'],
  [/^store[-_]stock$/, 'store-stock'],
];

/**
 * The files that an import of this path reads. The file name gives the kind (`categories.csv`); a single
 * file with another name is read as products. In a folder, files with other names are skipped. The text
 * files of an import part are in subfolders.
 */
export async function findInputFiles(
  path: string,
  parts: readonly ImportPart[],
  findings: Findings,
): Promise<InputFile[]> {
  const kind = await kindOfPath(path, findings);
  if (kind === 'missing') return [];
  if (kind === 'file') return [singleFile(path, parts)];
  const files = (await namesIn(path, parts)).flatMap((name) => {
    const file = fileNamed(name, join(path, name), parts);
    if (!file) findings.notice('files with unknown names were not read', name);
    return file ?? [];
  });
  if (files.length === 0)
    findings.problem(
      { file: path, line: 1 },
      '1',
      'the folder contains no products, categories, attributes or taxes',
    );
  return files;
}

export async function kindOfPath(path: string, findings: Findings): Promise<'missing' | 'file' | 'folder'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    const reason = code === 'ENOENT' ? 'there is no such file or folder' : `cannot be read (${code})`;
    findings.problem({ file: path, line: 1 }, '1', reason);
    return 'missing';
  }
}

/** The folder of a text file gives its kind. */
function singleFile(path: string, parts: readonly ImportPart[]): InputFile {
  const name = basename(path);
  const text = fileNamed(`${basename(dirname(resolve(path)))}/${name}`, path, parts);
  if (text) return text;
  return { path, name, kind: kindOf(name, parts) ?? 'products', format: formatOf(name) ?? 'csv' };
}

/** The file names in a folder. Only the subfolders of import parts are searched. */
async function namesIn(folder: string, parts: readonly ImportPart[], below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const name = below + entry.name;
    if (entry.name.startsWith('.')) continue;
    const isOfPart = entry.isDirectory() && parts.some((part) => part.folders?.test(name));
    if (isOfPart) names.push(...(await namesIn(folder, parts, `${name}/`)));
    else names.push(name);
  }
  return names;
}

/** @param name path relative to the imported folder */
function fileNamed(name: string, path: string, parts: readonly ImportPart[]): InputFile | undefined {
  const text = parts.find((part) => part.documents?.test(name));
  if (text) return { path, name, kind: text.kind, format: 'text' };
  const format = formatOf(name);
  const kind = format && (name.includes('/') ? partOf(basename(name), parts) : kindOf(name, parts));
  return kind && { path, name, kind, format };
}

export function formatOf(name: string): 'csv' | 'json' | undefined {
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'json';
  return /\.(csv|txt)$/i.test(name) ? 'csv' : undefined;
}

/**
 * `products.csv`, `products-2.csv` and `catalog_product.json` name their kind; `products_reviews.csv` does
 * not.
 */
function kindOf(name: string, parts: readonly ImportPart[]): Kind | undefined {
  return kinds.find(([pattern]) => pattern.test(stemOf(name)))?.[1] ?? partOf(name, parts);
}

function partOf(name: string, parts: readonly ImportPart[]): Kind | undefined {
  return parts.find((part) => part.fileName.test(stemOf(name)))?.kind;
}

const stemOf = (name: string): string => name.toLowerCase().replace(/\.\w+$/, '');
