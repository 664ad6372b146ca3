import { readFile } from 'node:fs/promises';
import { cleanSheet } from '../format/clean-cells.ts';
import { type CsvRow, readCsv } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import { type Entity, readJsonEntities } from '../format/json-lines.ts';
import { decodeText } from '../format/text-decoding.ts';
import { isDateColumn, rewriteDates } from '../format/written-dates.ts';
import { rewriteNumbers, type WrittenCell } from '../format/written-numbers.ts';
import { categoryPaths, type ImportReferenceData } from '../plan/current-catalogue.ts';
import { readAttributeEntities, readAttributeRows } from '../rows/attribute-rows.ts';
import { readCategoryEntities, readCategoryRows } from '../rows/category-rows.ts';
import type { Drafts, ProductDraft } from '../rows/drafts.ts';
import type { KnownCodes } from '../rows/entity-fields.ts';
import { checkProductHeader, readProductRow } from '../rows/product-columns.ts';
import { readProductEntity } from '../rows/product-entity.ts';
import { knownAttributes } from '../rows/standard-attributes.ts';
import { readStoreRows } from '../rows/store-rows.ts';
import { readStoreStockRows } from '../rows/store-stock-rows.ts';
import { readTaxEntities, readTaxRows } from '../rows/tax-rows.ts';
import type { InputFile, Kind } from './input-files.ts';

/** The raw content of a file. */
export interface Sheet {
  kind: Kind;
  rows: CsvRow[];
  entities: Entity[];
  /** The rows complete products of other sheets, as the mapping file states. */
  completes?: boolean;
  /** The header was already checked by the mapping. */
  mapped?: boolean;
}

/**
 * Reads a file into rows (a table) or entities (JSON).
 * @param columnNamed the name of the column with this header
 */
export async function readSheet(
  file: InputFile,
  findings: Findings,
  columnNamed?: (header: string) => string,
): Promise<Sheet> {
  const text = decodeText(await readFile(file.path), file.name, findings);
  const sheet: Sheet = { kind: file.kind, rows: [], entities: [] };
  if (text === undefined) return sheet;
  if (file.format === 'text')
    return { ...sheet, rows: [{ at: { file: file.name, line: 1 }, cells: new Map([['text', text]]) }] };
  if (file.format === 'csv') sheet.rows = readCsv(text, file.name, findings, columnNamed);
  else sheet.entities = readJsonEntities(text, file.name, findings);
  return cleanSheet(sheet);
}

/**
 * Rewrites the numbers of a table as digits with a decimal point, column by column.
 * @param isNumber whether a column contains numbers
 */
export function rewriteNumberColumns(
  { rows }: Sheet,
  isNumber: (column: string) => boolean,
  findings: Findings,
): void {
  const columns = cellsByColumn(rows, isNumber);
  for (const cells of columns) rewriteNumbers(cells, findings, columns.flat());
}

/** Rewrites the dates of a table as `2026-11-20`. */
export function rewriteDateColumns({ rows }: Sheet, findings: Findings): void {
  rewriteDates(cellsByColumn(rows, isDateColumn).flat(), findings);
}

/** The cells of these columns. A row that a mapping makes may lack a column of another. */
function cellsByColumn(rows: readonly CsvRow[], includes: (column: string) => boolean): WrittenCell[][] {
  const columns = [...(rows[0]?.cells.keys() ?? [])].filter(includes);
  return columns.map((column) =>
    rows.map(({ at, cells }) => ({
      ...{ at, column, text: cells.get(column) ?? '' },
      replace: (text: string) => cells.set(column, text),
    })),
  );
}

/** Reads the catalogue drafts from the sheets. Entities are matched with the ids of the shop. */
export function readDrafts(
  sheets: readonly Sheet[],
  referenceData: ImportReferenceData,
  findings: Findings,
): Drafts {
  const of = (kind: Kind) => sheets.filter((sheet) => sheet.kind === kind);
  const rows = (kind: Kind) => of(kind).flatMap((sheet) => sheet.rows);
  const entities = (kind: Kind) => of(kind).flatMap((sheet) => sheet.entities);
  const attributes = [
    ...readAttributeRows(rows('attributes'), findings),
    ...readAttributeEntities(entities('attributes'), findings),
  ];
  const paths = categoryPaths(referenceData.categories);
  const codes = knownCodes(attributes, referenceData);
  return {
    taxRules: [...readTaxRows(rows('taxes'), findings), ...readTaxEntities(entities('taxes'), findings)],
    attributes,
    categories: [
      ...readCategoryRows(rows('categories'), findings),
      ...readCategoryEntities(entities('categories'), paths, findings),
    ],
    stores: readStoreRows(rows('stores'), entities('stores'), findings),
    storeStock: readStoreStockRows(rows('store-stock'), entities('store-stock'), findings),
    products: of('products').flatMap((sheet) => readProducts(sheet, codes, findings)),
  };
}

function readProducts(sheet: Sheet, codes: KnownCodes, findings: Findings): ProductDraft[] {
  const [first] = sheet.rows;
  if (first && !sheet.mapped && !checkProductHeader(first, findings)) return [];
  const fromRows = sheet.rows.flatMap((row) => readProductRow(row, findings) ?? []);
  if (sheet.completes) for (const draft of fromRows) draft.completes = true;
  const fromEntities = sheet.entities.flatMap((entity) => readProductEntity(entity, codes, findings));
  return [...fromRows, ...fromEntities];
}

/**
 * Attribute codes of the input, of the shop and the built-in ones. Fields with a column of their own are
 * not attributes.
 */
function knownCodes(attributes: Drafts['attributes'], referenceData: ImportReferenceData): KnownCodes {
  const codes = new Set(Object.keys(knownAttributes));
  const byId = new Map<string, string>();
  for (const row of referenceData.attributes) {
    if (row.is_user_defined) codes.add(row.attribute_code);
    byId.set(String(row.attribute_id), row.attribute_code);
  }
  for (const draft of attributes) {
    if (draft.is_user_defined !== false) codes.add(draft.code);
    if (draft.wishedId !== undefined) byId.set(String(draft.wishedId), draft.code);
  }
  return { isAttribute: (code) => codes.has(code), codeOfId: (id) => byId.get(id) };
}
