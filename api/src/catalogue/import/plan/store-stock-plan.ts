import type { StoreStock } from '../../../stock/read-store.ts';
import type { ProductRecord } from '../../documents/catalogue-write-store.ts';
import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import type { StoreStockDraft } from '../rows/drafts.ts';
import type { Plan } from './import-plan.ts';

/** Plans the stock changes of single stores; the same input twice changes nothing. */
export function planStoreStock(
  drafts: readonly StoreStockDraft[],
  rowOf: (sku: string) => ProductRecord | undefined,
  storedRows: readonly StoreStock[],
  findings: Findings,
): Pick<Plan, 'storeStock' | 'droppedStoreStock'> {
  const before = new Map(storedRows.map((row) => [keyOf(row), row]));
  const plan: Pick<Plan, 'storeStock' | 'droppedStoreStock'> = { storeStock: [], droppedStoreStock: [] };
  for (const { at, sku, store, qty } of drafts) {
    const product = rowOf(sku);
    const error = stockTargetError(sku, product);
    if (error) findings.problem(at, 'sku', error);
    if (!product || error) continue;
    const place = { product_id: product.id, store_code: store };
    const known = before.get(keyOf(place));
    if (qty === null && known) plan.droppedStoreStock.push(place);
    if (qty !== null && known?.qty !== qty) plan.storeStock.push({ ...place, qty, is_in_stock: qty > 0 });
  }
  return plan;
}

function stockTargetError(sku: string, product: ProductRecord | undefined): string | undefined {
  if (!product) return `there is no product ${quoted(sku)}`;
  if (product.type_id === 'configurable') return `${quoted(sku)} has the stock of its variants: name those`;
  return undefined;
}

const keyOf = ({ product_id, store_code }: Pick<StoreStock, 'product_id' | 'store_code'>) =>
  `${product_id} ${store_code}`;
