import { useEffect, useMemo } from 'react';
import type { MissingPart, Part } from '../../catalogue/state/product-parts.ts';
import { apiSettings } from '../../platform/api/api-settings.ts';
import { useChosenStore } from '../../platform/storage/chosen-store.ts';
import { requestStock } from '../../stock/stock-query.ts';
import { useStockBoard, writeStock } from '../../stock/stock-state.ts';

type Parts = readonly (Part | MissingPart)[];

/** The parts of a set with their current stock. Stock that the shop does not return stays unchanged. */
export function useLiveParts(initialParts: Parts): Parts {
  const board = useStockBoard();
  const store = useChosenStore();
  useEffect(() => {
    // The shop has no stock of a part that it does not sell.
    const skus = initialParts.filter((part) => 'name' in part).map(({ sku }) => sku);
    if (skus.length === 0 || !apiSettings().switches.stockSync) return undefined;
    const controller = new AbortController();
    requestStock(skus, controller.signal).then(writeStock, () => {});
    return () => controller.abort();
  }, [initialParts, store]);
  return useMemo(() => initialParts.map((part) => withStock(part, board)), [initialParts, board]);
}

function withStock(part: Part | MissingPart, board: ReturnType<typeof useStockBoard>): Part | MissingPart {
  const update = board.get(part.sku);
  return 'name' in part && update ? { ...part, stock: { ...part.stock, ...update } } : part;
}
