import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Findings } from './findings.ts';
import type { ImportPart } from './part.ts';

/** What a file holds: of the catalogue, or of a part that a later noun loads. */
export type Kind = CatalogueKind | (string & {});

export type CatalogueKind = 'products' | 'categories' | 'attributes' | 'taxes' | 'stores' | 'store-stock';

export interface InputFile {
  path: string;
  /** As it is called in the report. */
  name: string;
  /** `text` is read as it is, for the part that knows what to do with it. */
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
 * The files an import of this path reads. A file is read as what its name says (`categories.csv`),
 * otherwise as products; of a folder only files whose names say what they are. A part's own texts stand in folders
 * below it.
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
    if (!file) findings.notice('files whose names are not known were not read', name);
    return file ?? [];
  });
  if (files.length === 0)
    findings.problem(
      { file: path, line: 1 },
      '1',
      'the folder holds no products, categories, attributes or taxes',
    );
  return files;
}

export async function kindOfPath(path: string, findings: Findings): Promise<'missing' | 'file' | 'folder'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    const reason = code === 'ENOENT' ? 'there is no such file or folder' : `cannot be read (${code})`;
    findings.problem({ file: path, line: 1 }, '1', reason);
    return 'missing';
  }
}

/** Texts are known by the folder they stand in. */
function singleFile(path: string, parts: readonly ImportPart[]): InputFile {
  const name = basename(path);
  const text = fileNamed(`${basename(dirname(resolve(path)))}/${name}`, path, parts);
  if (text) return text;
  return { path, name, kind: kindOf(name, parts) ?? 'products', format: formatOf(name) ?? 'csv' };
}

/** The names of what is in a folder: of folders in it only those of a part are looked into. */
async function namesIn(folder: string, parts: readonly ImportPart[], below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const names: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = below + entry.name;
    if (entry.name.startsWith('.')) continue;
    const isOfPart = entry.isDirectory() && parts.some((part) => part.folders?.test(name));
    if (isOfPart) names.push(...(await namesIn(folder, parts, `${name}/`)));
    else names.push(name);
  }
  return names;
}

/** @param name below the folder that is loaded */
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

/** `products.csv`, `products-2.csv` and `catalog_product.json` say what they are; `products_reviews.csv` does not. */
function kindOf(name: string, parts: readonly ImportPart[]): Kind | undefined {
  return kinds.find(([pattern]) => pattern.test(stemOf(name)))?.[1] ?? partOf(name, parts);
}

function partOf(name: string, parts: readonly ImportPart[]): Kind | undefined {
  return parts.find((part) => part.fileName.test(stemOf(name)))?.kind;
}

const stemOf = (name: string): string => name.toLowerCase().replace(/\.\w+$/, '');
