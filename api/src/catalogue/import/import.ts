import type { Db } from '../../db.ts';
import { standardPolicy } from '../../pricing/price-policy.ts';
import type { TaxHome } from '../../pricing/tax-rate.ts';
import { lockImports } from '../documents/catalogue-write-store.ts';
import { cleanCodes, cleanSheet } from './format/clean-cells.ts';
import { columnNamed } from './format/csv-header.ts';
import {
  Findings,
  type ImportProblem,
  type Notice,
  type Origin,
  type ProblemGroup,
} from './format/findings.ts';
import { isNumberColumn } from './format/written-numbers.ts';
import { type CatalogueKind, findInputFiles } from './input/input-files.ts';
import {
  readDrafts,
  readSheet,
  rewriteDateColumns,
  rewriteNumberColumns,
  type Sheet,
} from './input/input-reader.ts';
import { readMapped } from './input/mapped-input.ts';
import { readCurrentCatalogue, readImportReferenceData } from './plan/current-catalogue.ts';
import { downloadFolder, planDownloads } from './plan/download-plan.ts';
import { type ImportPart, importRowOf, type PlannedPart } from './plan/import-module.ts';
import type { Plan } from './plan/import-plan.ts';
import { knownGoods, planImport } from './plan/import-planner.ts';
import { writePlan } from './plan/plan-writer.ts';
import { gatherProducts } from './plan/product-drafts.ts';
import { checkPictures } from './rows/picture-cells.ts';

export interface ImportOptions {
  /** A mapping file for custom column names. */
  map?: string;
  /** Check everything, write nothing. */
  dryRun?: boolean;
  /** Leave out rows with problems, and import the others. */
  skipInvalid?: boolean;
  /** Why the shop cannot show the picture that a cell names; undefined if it can. */
  pictureProblem?: (reference: string) => Promise<string | undefined>;
  /** The folder with the files that buyers download; by default the one beside the tables. */
  downloads?: string;
  /** Called before anything is written, with how each file is read that is not in the standard format. */
  onFormats?: (lines: readonly string[]) => void;
  onProgress?: (progress: ImportProgress) => void;
  now?: Date;
  /** Where prices of the default store view include tax; South Africa without a region by default. */
  tax?: TaxHome;
  /** Import parts of other features, in addition to the catalogue. */
  parts?: readonly ImportPart[];
}

export interface ImportProgress {
  step: 'reading' | 'checking' | 'writing';
  done: number;
  total: number;
}

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** The result of an import, or the reasons why it wrote nothing. */
export interface ImportReport {
  /** Whether the input has no problems. The import writes only in that case, and never in a dry run. */
  ok: boolean;
  dryRun: boolean;
  files: string[];
  products: ImportCounts;
  categories: Pick<ImportCounts, 'created' | 'updated'>;
  attributes: Pick<ImportCounts, 'created' | 'updated'>;
  /** New values of select attributes. */
  options: number;
  taxRules: number;
  prices: number;
  stock: number;
  /** New and changed fulfilment stores. */
  stores: number;
  /** Stock rows of single stores, written or removed. */
  storeStock: number;
  /** New and changed entries of other import parts, by kind. */
  parts: Record<string, number>;
  /** The first 200; `problemCount` counts all. */
  problems: ImportProblem[];
  problemCount: number;
  /** All problems by kind, those of skipped rows included. */
  problemGroups: ProblemGroup[];
  /** Rows that were left out because of a problem (`skipInvalid`). */
  skippedRows: number;
  /** Cells that were loaded but need attention, such as pictures that the shop cannot show. */
  warnings: ImportProblem[];
  notices: Notice[];
  seconds: number;
}

/**
 * Imports a file or a folder into the catalogue in one transaction. It first reads and checks all input,
 * then writes the differences and publishes them. Importing the same input again changes nothing; products
 * that are not in the input stay unchanged.
 * @throws on unexpected errors only, such as a lost database connection; invalid input is reported in the
 * result
 */
export async function importInto(db: Db, path: string, options: ImportOptions = {}): Promise<ImportReport> {
  const started = performance.now();
  const findings = new Findings();
  const read = await readAll(path, options, findings, options.onProgress ?? (() => {}));
  const folder = await downloadFolder(path);
  return importSheets(db, read, { downloads: folder, ...options }, { findings, started });
}

/**
 * Imports one row as if it were a file. Operators use it to change a product or a price between two
 * imports.
 * @param values cells by column name, as in docs/import.md
 */
export function importRow(
  db: Db,
  kind: CatalogueKind,
  values: Readonly<Record<string, string>>,
  options: Pick<ImportOptions, 'now' | 'tax' | 'parts'> = {},
): Promise<ImportReport> {
  const rows = [{ at: { file: 'the command', line: 1 }, cells: new Map(Object.entries(values)) }];
  const read = { files: [], sheets: [{ kind, rows, entities: [] }] };
  return importSheets(db, { ...read, sheets: read.sheets.map(cleanSheet) }, options, {
    findings: new Findings(),
    started: performance.now(),
  });
}

async function importSheets(
  db: Db,
  { files, sheets }: Read,
  options: ImportOptions,
  { findings, started }: { findings: Findings; started: number },
): Promise<ImportReport> {
  const progress = options.onProgress ?? (() => {});
  const outcome = await db.transaction().execute(async (transaction) => {
    await lockImports(transaction);
    const planned = await planValid(transaction, sheets, options, { reading: findings, progress });
    options.onFormats?.(planned.findings.formats);
    if (planned.findings.problemCount === 0 && !options.dryRun) {
      await writePlan(transaction, planned.plan, planned.parts, (done, total) =>
        progress({ step: 'writing', done, total }),
      );
    }
    return planned;
  });
  return report(outcome, files, { dryRun: options.dryRun ?? false, started });
}

/**
 * Plans the input. With `skipInvalid` it leaves out the rows with problems and plans the others again, until
 * no row has one: rows may depend on a row that was left out.
 */
async function planValid(
  db: Db,
  input: readonly Sheet[],
  options: ImportOptions,
  { reading, progress }: { reading: Findings; progress: NonNullable<ImportOptions['onProgress']> },
): Promise<Outcome> {
  for (let sheets = input; ; ) {
    const findings = reading.copy();
    const planned = await planInput(db, sheets, options, { findings, progress });
    const places = sheets.flatMap(({ rows, entities }) => [...rows, ...entities].map(({ at }) => at));
    if (!options.skipInvalid || findings.problemCount === 0 || !findings.areAllIn(places))
      return { ...planned, findings };
    reading.skip(findings);
    const isValid = ({ at }: { at: Origin }) => !findings.isInvalid(at);
    sheets = sheets.map((sheet) => ({
      ...sheet,
      rows: sheet.rows.filter(isValid),
      entities: sheet.entities.filter(isValid),
    }));
  }
}

interface Read {
  files: string[];
  sheets: Sheet[];
}

async function readAll(
  path: string,
  { map, parts = [] }: ImportOptions,
  findings: Findings,
  progress: (progress: ImportProgress) => void,
): Promise<Read> {
  if (map !== undefined) return readMapped(path, map, parts, findings);
  const files = await findInputFiles(path, parts, findings);
  const sheets: Sheet[] = [];
  for (const [index, file] of files.entries()) {
    progress({ step: 'reading', done: index, total: files.length });
    const sheet = await readSheet(file, findings, columnNamed);
    rewriteNumberColumns(sheet, isNumberColumn, findings);
    rewriteDateColumns(sheet, findings);
    sheets.push(sheet);
  }
  return { files: files.map((file) => file.name), sheets };
}

async function planInput(
  db: Db,
  input: readonly Sheet[],
  { now = new Date(), tax = standardPolicy, parts = [], pictureProblem, downloads }: ImportOptions,
  { findings, progress }: { findings: Findings; progress: (progress: ImportProgress) => void },
): Promise<Omit<Outcome, 'findings'>> {
  const referenceData = await readImportReferenceData(db);
  const sheets = input.map((sheet) => cleanCodes(sheet, referenceData.storedSkus));
  const { products: drafts, ...otherDrafts } = readDrafts(sheets, referenceData, findings);
  progress({ step: 'checking', done: 0, total: drafts.length });
  const products = gatherProducts(drafts, findings);
  const parents = [...products.values()].flatMap((draft) => draft.parentSku ?? []);
  const stocked = otherDrafts.storeStock.map((draft) => draft.sku);
  const held = await heldAddresses(db, parts);
  const shop = await readCurrentCatalogue(
    db,
    referenceData,
    new Set([...products.keys(), ...parents, ...stocked]),
    held,
  );
  const plan = planImport(otherDrafts, products, { shop, now, tax, findings });
  const goods = knownGoods(plan, shop);
  if (pictureProblem) {
    const pictures = { problem: pictureProblem, isDrawn: (sku: string) => goods.typeOf(sku) !== undefined };
    await checkPictures([...drafts, ...otherDrafts.categories], pictures, findings);
  }
  const planned = await planParts(db, sheets, parts, { goods, findings });
  const files = await planDownloads(db, products.values(), { folder: downloads, goods, findings });
  if (files.changed > 0) planned.set('downloads', files);
  progress({ step: 'checking', done: products.size, total: products.size });
  return { plan, products: products.size, parts: planned };
}

interface Outcome {
  plan: Plan;
  products: number;
  parts: Map<string, PlannedPart>;
  findings: Findings;
}

async function heldAddresses(db: Db, parts: readonly ImportPart[]): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  for (const part of parts) {
    for (const [path, owner] of (await part.addresses?.(db)) ?? []) held.set(path, owner);
  }
  return held;
}

async function planParts(
  db: Db,
  sheets: readonly Sheet[],
  parts: readonly ImportPart[],
  { goods, findings }: { goods: ReturnType<typeof knownGoods>; findings: Findings },
): Promise<Outcome['parts']> {
  const planned: Outcome['parts'] = new Map();
  for (const part of parts) {
    const partSheets = sheets.filter((sheet) => sheet.kind === part.kind);
    const rows = partSheets.flatMap((sheet) => [...sheet.rows, ...sheet.entities.map(importRowOf)]);
    if (rows.length > 0) planned.set(part.kind, await part.plan(db, rows, goods, findings));
  }
  return planned;
}

function report(
  { plan, products, parts, findings }: Outcome,
  files: string[],
  { dryRun, started }: { dryRun: boolean; started: number },
): ImportReport {
  const created = plan.products.insert.length;
  const stockOnly = new Set(plan.stock.map((row) => row.product_id));
  for (const row of [...plan.products.insert, ...plan.products.update]) stockOnly.delete(row.id);
  const updated = plan.products.update.length + stockOnly.size;
  return {
    ok: findings.problemCount === 0,
    dryRun,
    files,
    products: { created, updated, unchanged: products - created - updated },
    categories: { created: plan.categories.insert.length, updated: plan.categories.update.length },
    attributes: { created: plan.attributes.insert.length, updated: plan.attributes.update.length },
    options: plan.options.length,
    taxRules: plan.taxRules.length,
    prices: plan.prices.length + plan.droppedPrices.length,
    stock: plan.stock.length,
    stores: plan.stores.length,
    storeStock: plan.storeStock.length + plan.droppedStoreStock.length,
    parts: Object.fromEntries([...parts].map(([kind, { changed }]) => [kind, changed])),
    problems: findings.problems,
    problemCount: findings.problemCount,
    problemGroups: findings.groups,
    skippedRows: findings.skippedCount,
    warnings: findings.warnings,
    notices: findings.notices,
    seconds: (performance.now() - started) / 1000,
  };
}
