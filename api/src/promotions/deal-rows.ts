import type { Deal } from '@fynbos/core/promotions/deals.ts';
import { ImportError, quoted } from '../catalogue/import/format/cells.ts';
import {
  oneOf,
  orNull,
  type Readers,
  readCents,
  readColumns,
  readFirst,
  readLast,
  readText,
  wholeBetween,
} from '../catalogue/import/format/columns.ts';
import type { CsvRow } from '../catalogue/import/format/csv.ts';
import type { Findings, Origin } from '../catalogue/import/format/findings.ts';
import { readSkuGroups } from '../catalogue/import/format/sku-cells.ts';
import { readTextCells, translationColumns } from '../catalogue/import/format/view-columns.ts';
import { isSameJson } from '../catalogue/import/plan/import-plan.ts';
import type { ViewTexts } from '../schema/view-texts.ts';

/** Values of a promotion from its rows; an absent column has no value. */
export interface DealDraft {
  at: Origin;
  code: string;
  cells: Partial<Omit<DealCells, 'code' | 'skus' | 'part'>>;
  labels: ViewTexts<'label'> | undefined;
  /** Its products, and the combo part of each; undefined when no row names a product. */
  products: Map<string, number> | undefined;
  /** The rows name the parts themselves, as a price list does; a part may be missing. */
  named: boolean;
}

interface DealCells {
  code: string;
  label: string;
  kind: Deal['kind'];
  qty: number | null;
  pay_qty: number | null;
  price_incl_tax: number | null;
  /** The products of each part. */
  skus: string[][];
  part: string;
  valid_from: Date | null;
  valid_to: Date | null;
}

const labelColumns = translationColumns('label');

const readers: Readers<DealCells> = {
  code: (cell) =>
    /^\S(.{0,198}\S)?$/.test(cell) ? cell : new ImportError('the code is missing or too long'),
  label: readText,
  kind: oneOf(['buy_n_pay_m', 'n_for', 'combo']),
  qty: orNull(wholeBetween(2, 100)),
  pay_qty: orNull(wholeBetween(1, 99)),
  price_incl_tax: orNull(readCents),
  skus: (cell) => readSkuGroups(cell, ';').map((part) => part.map(({ sku }) => sku)),
  part: readText,
  valid_from: readFirst,
  valid_to: readLast,
};
const labelReaders: Readers<Record<string, string>> = Object.fromEntries(
  labelColumns.map(({ column }) => [column, readText]),
);

/** Reads `deals.csv`; rows with the same code form one promotion. */
export function readDealRows(rows: readonly CsvRow[], findings: Findings): DealDraft[] {
  const drafts = new Map<string, DealDraft>();
  const partNames = new Map<string, string[]>();
  for (const row of rows) {
    const { code, skus, part, ...cells } = readColumns(cellsOf(row, false), readers, 'deals', findings);
    const labels = readTextCells(
      labelColumns,
      readColumns(cellsOf(row, true), labelReaders, 'deals', findings),
    );
    if (code === undefined) {
      findings.missing(row.at, 'code', 'the code is missing');
      continue;
    }
    const draft = drafts.get(code) ?? { at: row.at, code, cells, labels, products: undefined, named: false };
    drafts.set(code, draft);
    if (!isSameJson([draft.cells, draft.labels], [cells, labels])) {
      findings.problem(row.at, 'code', `${quoted(code)} has different values in line ${draft.at.line}`);
    }
    const names = partNames.get(code) ?? [];
    partNames.set(code, names);
    if (part) draft.named = true;
    if (part && !names.includes(part)) names.push(part);
    addProducts(draft, skus, part ? names.indexOf(part) + 1 : undefined);
  }
  return [...drafts.values()];
}

/** The row with only its translated labels, or without them. */
const cellsOf = (row: CsvRow, isLabel: boolean): CsvRow => ({
  ...row,
  cells: new Map([...row.cells].filter(([column]) => Object.hasOwn(labelReaders, column) === isLabel)),
});

function addProducts(draft: DealDraft, skus: string[][] | undefined, part: number | undefined): void {
  if (!skus) return;
  draft.products ??= new Map();
  for (const [index, partSkus] of skus.entries()) {
    for (const sku of partSkus) draft.products.set(sku, part ?? index + 1);
  }
}
