import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { ResultOf } from '@fynbos/core/endpoint.ts';
import { checkStock } from '@fynbos/core/stock/contract.ts';
import { type StockStatus, stockStatus } from '@fynbos/core/stock/status.ts';
import { useEffect, useState } from 'react';
import { call } from '../api.ts';

type LiveStock = ResultOf<typeof checkStock>;
type Known = Pick<Stock, 'is_in_stock' | 'qty' | 'manage_stock' | 'backorders' | 'max_sale_qty'>;

/**
 * The stock of a product: what the page came with, then what the shop says now. A check that fails
 * leaves what was known, as unsure (commerce 4: volatile is unverified).
 */
export function useLiveStock(sku: string, known: Known | undefined) {
  const [checked, setChecked] = useState<{ sku: string; stock: LiveStock | undefined }>();
  useEffect(() => {
    const abort = new AbortController();
    call(checkStock, { query: { sku }, signal: abort.signal }).then(
      ({ result }) => setChecked({ sku, stock: result }),
      () => !abort.signal.aborted && setChecked({ sku, stock: undefined }),
    );
    return () => abort.abort();
  }, [sku]);

  const answer = checked?.sku === sku ? checked : undefined;
  return { stock: answer?.stock ?? known, status: statusOf(answer, known) };
}

function statusOf(
  answer: { stock: LiveStock | undefined } | undefined,
  known: Known | undefined,
): StockStatus | 'checking' {
  if (!answer) return 'checking';
  if (!answer.stock) return known?.is_in_stock === false ? 'out_of_stock' : 'volatile';
  return stockStatus(answer.stock, 'volatile');
}
