import { ImportError, quoted, readQuantity } from '../format/cells.ts';
import type { CsvRow } from '../format/csv.ts';
import type { Findings } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import type { StoreStockDraft } from './drafts.ts';

const columns = ['sku', 'store', 'qty'];
const storeCode = /^[\w-]{1,64}$/;

/**
 * Reads `store-stock.csv`: the stock of a product in a store. With an empty `qty` the stock of the shop
 * applies.
 */
export function readStoreStockRows(
  rows: readonly CsvRow[],
  entities: readonly Entity[],
  findings: Findings,
): StoreStockDraft[] {
  const seen = new Map<string, number>();
  return [...rows, ...entities.map(asRow)].flatMap((row) => {
    const draft = readRow(row, findings);
    if (!draft) return [];
    const key = JSON.stringify([draft.sku, draft.store]);
    const first = seen.get(key);
    if (first !== undefined) {
      findings.problem(
        row.at,
        'store',
        `${quoted(draft.sku)} in ${draft.store} stands already in line ${first}`,
      );
      return [];
    }
    seen.set(key, row.at.line);
    return [draft];
  });
}

function asRow({ at, value }: Entity): CsvRow {
  return { at, cells: new Map(Object.entries(value).map(([name, cell]) => [name, String(cell ?? '')])) };
}

function readRow({ at, cells }: CsvRow, findings: Findings): StoreStockDraft | undefined {
  const before = findings.problemCount;
  for (const column of cells.keys())
    if (!columns.includes(column)) findings.problem(at, column, 'is no column of store stock');
  const [sku = '', store = '', qty = ''] = columns.map((column) => cells.get(column));
  if (sku === '') findings.problem(at, 'sku', 'the sku is missing');
  if (!storeCode.test(store)) findings.problem(at, 'store', `${quoted(store)} is no store code`);
  const read = qty === '' ? null : readQuantity(qty);
  if (read instanceof ImportError) findings.problem(at, 'qty', read.reason);
  return read instanceof ImportError || findings.problemCount > before
    ? undefined
    : { at, sku, store, qty: read };
}
