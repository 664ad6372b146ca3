import { basename, dirname, join } from 'node:path';
import { isRecord } from '../../../platform/json/is-record.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import { isNumberColumn } from '../format/written-numbers.ts';
import type { ImportPart } from '../plan/import-module.ts';
import { isProductColumn } from '../rows/product-columns.ts';
import { formatOf, kindOfPath } from './input-files.ts';
import { readSheet, rewriteDateColumns, rewriteNumberColumns, type Sheet } from './input-reader.ts';
import { type Mapping, readMapping, type SheetMap } from './mapping-file.ts';
import { applyRule, fieldOf, holds, type InputFields, numberFields } from './mapping-rule.ts';

interface Source {
  at: CsvRow['at'];
  fields: InputFields;
}

/**
 * Reads a file or a folder through a mapping file. In a folder it reads the files that the mapping names,
 * and all of them must exist.
 */
export async function readMapped(
  path: string,
  mapPath: string,
  parts: readonly ImportPart[],
  findings: Findings,
): Promise<{ files: string[]; sheets: Sheet[] }> {
  const mapping = await readMapping(mapPath, parts, findings);
  const kind = await kindOfPath(path, findings);
  if (!mapping || kind === 'missing') return { files: [], sheets: [] };
  const folder = kind === 'folder' ? path : dirname(path);
  const names =
    kind === 'folder' ? Object.keys(mapping.files).filter((name) => name !== '*') : [basename(path)];
  if (names.length === 0)
    findings.problem({ file: mapping.name, line: 1 }, 'files', 'names no file, but the path is a folder');
  const mapped: MappedSheet[] = [];
  for (const name of names) mapped.push(...(await readFileMapped(folder, name, mapping, findings)));
  inherit(mapped);
  return { files: names, sheets: mapped.map(({ sheet }) => sheet) };
}

interface MappedSheet {
  sheet: Sheet;
  map: SheetMap;
  sources: Source[];
}

async function readFileMapped(
  folder: string,
  name: string,
  mapping: Mapping,
  findings: Findings,
): Promise<MappedSheet[]> {
  const maps = mapping.files[name] ?? mapping.files['*'];
  if (!maps) {
    findings.problem({ file: mapping.name, line: 1 }, 'files', `has no entry for ${name}`);
    return [];
  }
  const path = join(folder, name);
  if ((await kindOfPath(path, findings)) !== 'file') return [];
  const raw = await readSheet({ path, name, kind: 'products', format: formatOf(name) ?? 'csv' }, findings);
  rewriteNumberFields(raw, maps, findings);
  const sources = [
    ...raw.rows.map(({ at, cells }) => ({ at, fields: Object.fromEntries(cells) })),
    ...raw.entities.map(({ at, value }) => ({ at, fields: value })),
  ];
  reportUnusedFields(sources, maps, findings);
  return maps.map((map) => mapSheet(sources, map, findings));
}

/** Rewrites the fields of a table that a rule reads as numbers, before anything is calculated with them. */
function rewriteNumberFields(raw: Sheet, maps: readonly SheetMap[], findings: Findings): void {
  const numbers = new Set<string>();
  for (const { columns, keep } of maps) {
    for (const [column, rule] of Object.entries(columns ?? {}))
      for (const field of numberFields(rule, isNumberColumn(column))) numbers.add(field);
    if (!keep) continue;
    for (const column of raw.rows[0]?.cells.keys() ?? []) if (isNumberColumn(column)) numbers.add(column);
  }
  rewriteNumberColumns(raw, (field) => numbers.has(field), findings);
}

function mapSheet(all: readonly Source[], map: SheetMap, findings: Findings): MappedSheet {
  const sources = (map.each === undefined ? all : all.flatMap((source) => innerOf(source, map.each ?? '')))
    .filter(({ fields }) => !map.only || holds(map.only, fields))
    .filter(({ fields }) => !(map.skip && holds(map.skip, fields)));
  for (const { fields } of sources) {
    for (const { when, say: message } of map.reports ?? [])
      if (holds(when, fields)) findings.notice(message, applyRule(map.columns?.sku ?? 'sku', fields));
  }
  const rows = sources.map(({ at, fields }): CsvRow => ({ at, cells: cellsOf(fields, map) }));
  const sheet = {
    kind: map.as ?? 'products',
    rows,
    entities: [],
    completes: map.completes ?? false,
    mapped: true,
  };
  rewriteDateColumns(sheet, findings);
  return { sheet, map, sources: [...sources] };
}

function innerOf({ at, fields }: Source, name: string): Source[] {
  const list = fieldOf(fields, name);
  return (Array.isArray(list) ? list : [])
    .filter(isRecord)
    .map((entry) => ({ at, fields: { ...entry, parent: fields } }));
}

function cellsOf(fields: InputFields, map: SheetMap): Map<string, string> {
  const copiedColumns = map.keep
    ? Object.keys(fields).filter((name) => map.as !== undefined || isProductColumn(name))
    : [];
  return new Map([
    ...copiedColumns.map((name): [string, string] => [name, applyRule(name, fields)]),
    ...Object.entries(map.columns ?? {}).map(([column, rule]): [string, string] => [
      column,
      applyRule(rule, fields),
    ]),
  ]);
}

/** Fills empty columns from the product that a row refers to, once all rows are read. */
function inherit(mapped: readonly MappedSheet[]): void {
  if (!mapped.some(({ map }) => map.inherit)) return;
  const bySku = new Map<string, Map<string, string>>();
  for (const { sheet } of mapped)
    for (const { cells } of sheet.completes ? [] : sheet.rows) bySku.set(cells.get('sku') ?? '', cells);
  for (const { map, sheet, sources } of mapped) {
    if (!map.inherit) continue;
    for (const [index, { cells }] of sheet.rows.entries()) {
      const from = bySku.get(applyRule(map.inherit.from, sources[index]?.fields ?? {}));
      for (const column of map.inherit.columns)
        if (!cells.get(column)) cells.set(column, from?.get(column) ?? '');
    }
  }
}

/** Reports the fields that no rule uses, so that a forgotten column is noticed. */
function reportUnusedFields(sources: readonly Source[], maps: readonly SheetMap[], findings: Findings): void {
  const mapText = JSON.stringify(maps);
  const copiesColumns = maps.some((map) => map.keep);
  const names = new Set(sources.flatMap(({ fields }) => Object.keys(fields)));
  const isUsed = (name: string) =>
    [`"${name}"`, `"${name}.`, `.${name}"`, `.${name}.`].some((word) => mapText.includes(word));
  const unused = [...names].filter((name) => !(copiesColumns && isProductColumn(name)) && !isUsed(name));
  if (unused.length > 0)
    findings.notice(`the mapping does not use these fields of ${sources[0]?.at.file}: ${unused.join(', ')}`);
}
