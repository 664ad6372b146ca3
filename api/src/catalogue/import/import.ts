import type { Db } from '../../db.ts';
import { lockImports } from '../documents/catalogue-write-store.ts';
import { Findings, type ImportProblem, type Notice } from './format/findings.ts';
import { type CatalogueKind, findInputFiles } from './input/input-files.ts';
import { readDrafts, readSheet, type Sheet } from './input/input-reader.ts';
import { readMapped } from './input/mapped-input.ts';
import { readImportReferenceData, readShop } from './plan/current-catalogue.ts';
import { type ImportPart, type PlannedPart, rowOf } from './plan/import-module.ts';
import type { Plan } from './plan/import-plan.ts';
import { knownGoods, makePlan } from './plan/import-planner.ts';
import { writePlan } from './plan/plan-writer.ts';
import { gatherProducts } from './plan/product-drafts.ts';

export interface ImportOptions {
  /** A mapping file for custom column names. */
  map?: string;
  /** Check everything, write nothing. */
  dryRun?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  now?: Date;
  /** Import parts of other features, in addition to the catalogue. */
  parts?: readonly ImportPart[];
}

export interface ImportProgress {
  step: 'reading' | 'checking' | 'writing';
  done: number;
  total: number;
}

export interface Counts {
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
  products: Counts;
  categories: Pick<Counts, 'created' | 'updated'>;
  attributes: Pick<Counts, 'created' | 'updated'>;
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
  return importSheets(db, read, options, findings, started);
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
  options: Pick<ImportOptions, 'now' | 'parts'> = {},
): Promise<ImportReport> {
  const rows = [{ at: { file: 'the command', line: 1 }, cells: new Map(Object.entries(values)) }];
  const read = { files: [], sheets: [{ kind, rows, entities: [] }] };
  return importSheets(db, read, options, new Findings(), performance.now());
}

async function importSheets(
  db: Db,
  { files, sheets }: Read,
  options: ImportOptions,
  findings: Findings,
  started: number,
): Promise<ImportReport> {
  const progress = options.onProgress ?? (() => {});
  const outcome = await db.transaction().execute(async (transaction) => {
    await lockImports(transaction);
    const { plan, products, parts } = await planInput(transaction, sheets, options, findings, progress);
    const clean = findings.problemCount === 0;
    if (clean && !options.dryRun) {
      await writePlan(transaction, plan, parts, (done, total) => progress({ step: 'writing', done, total }));
    }
    return { plan, products, parts };
  });
  return report(outcome, files, findings, options.dryRun ?? false, started);
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
    sheets.push(await readSheet(file, findings));
  }
  return { files: files.map((file) => file.name), sheets };
}

async function planInput(
  db: Db,
  sheets: readonly Sheet[],
  { now = new Date(), parts = [] }: ImportOptions,
  findings: Findings,
  progress: (progress: ImportProgress) => void,
): Promise<Outcome> {
  const referenceData = await readImportReferenceData(db);
  const { products: drafts, ...otherDrafts } = readDrafts(sheets, referenceData, findings);
  progress({ step: 'checking', done: 0, total: drafts.length });
  const products = gatherProducts(drafts, findings);
  const parents = [...products.values()].flatMap((draft) => draft.parentSku ?? []);
  const stocked = otherDrafts.storeStock.map((draft) => draft.sku);
  const held = await heldAddresses(db, parts);
  const shop = await readShop(db, referenceData, new Set([...products.keys(), ...parents, ...stocked]), held);
  const plan = makePlan(otherDrafts, products, shop, now, findings);
  const planned = await planParts(db, sheets, parts, knownGoods(plan, shop), findings);
  progress({ step: 'checking', done: products.size, total: products.size });
  return { plan, products: products.size, parts: planned };
}

interface Outcome {
  plan: Plan;
  products: number;
  parts: Map<string, PlannedPart>;
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
  goods: ReturnType<typeof knownGoods>,
  findings: Findings,
): Promise<Outcome['parts']> {
  const planned: Outcome['parts'] = new Map();
  for (const part of parts) {
    const partSheets = sheets.filter((sheet) => sheet.kind === part.kind);
    const rows = partSheets.flatMap((sheet) => [...sheet.rows, ...sheet.entities.map(rowOf)]);
    if (rows.length > 0) planned.set(part.kind, await part.plan(db, rows, goods, findings));
  }
  return planned;
}

function report(
  { plan, products, parts }: Outcome,
  files: string[],
  findings: Findings,
  dryRun: boolean,
  started: number,
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
    notices: findings.notices,
    seconds: (performance.now() - started) / 1000,
  };
}
