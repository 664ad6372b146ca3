import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Findings } from './findings.ts';
import type { ImportPart } from './part.ts';

/** What a file holds: of the catalogue, or of a part that a later noun loads. */
export type Kind = CatalogueKind | (string & {});

export type CatalogueKind = 'products' | 'categories' | 'attributes' | 'taxes' | 'stores' | 'store-stock';

export interface InputFile {
  path: string;
  /** As it is called in the report. */
  name: string;
  format: 'csv' | 'json';
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
 * otherwise as products; of a folder only files whose names say what they are.
 */
export async function findInputFiles(
  path: string,
  parts: readonly ImportPart[],
  findings: Findings,
): Promise<InputFile[]> {
  const kind = await kindOfPath(path, findings);
  if (kind === 'missing') return [];
  if (kind === 'file') return [inputFile(path, basename(path), kindOf(basename(path), parts) ?? 'products')];
  const names = (await readdir(path)).filter((name) => !name.startsWith('.')).sort();
  const files = names.flatMap((name) => {
    const of = formatOf(name) ? kindOf(name, parts) : undefined;
    if (!of) findings.notice('files whose names are not known were not read', name);
    return of ? [inputFile(join(path, name), name, of)] : [];
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

function inputFile(path: string, name: string, kind: Kind): InputFile {
  return { path, name, kind, format: formatOf(name) ?? 'csv' };
}

export function formatOf(name: string): 'csv' | 'json' | undefined {
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return 'json';
  return /\.(csv|txt)$/i.test(name) ? 'csv' : undefined;
}

/** `products.csv`, `products-2.csv` and `catalog_product.json` say what they are; `products_reviews.csv` does not. */
function kindOf(name: string, parts: readonly ImportPart[]): Kind | undefined {
  const stem = name.toLowerCase().replace(/\.\w+$/, '');
  const known = kinds.find(([pattern]) => pattern.test(stem))?.[1];
  return known ?? parts.find((part) => part.fileName.test(stem))?.kind;
}
