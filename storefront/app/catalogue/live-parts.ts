import { useEffect, useMemo } from 'react';
import { apiSettings } from '../api-settings.ts';
import { askStock } from '../stock/ask-stock.ts';
import { useStockBoard, writeStock } from '../stock/stock-board.ts';
import { useChosenStore } from '../stores/chosen-store.ts';
import type { MissingPart, Part } from './parts.ts';

type Parts = readonly (Part | MissingPart)[];

/** The parts of a set with their stock as it is now; what the shop does not answer stays as it was. */
export function useLiveParts(given: Parts): Parts {
  const board = useStockBoard();
  const store = useChosenStore();
  useEffect(() => {
    if (given.length === 0 || !apiSettings().switches.stockSync) return undefined;
    const gone = new AbortController();
    askStock(
      given.map(({ sku }) => sku),
      gone.signal,
    ).then(writeStock, () => {});
    return () => gone.abort();
  }, [given, store]);
  return useMemo(() => given.map((part) => withStock(part, board)), [given, board]);
}

function withStock(part: Part | MissingPart, board: ReturnType<typeof useStockBoard>): Part | MissingPart {
  const heard = board.get(part.sku);
  return 'name' in part && heard ? { ...part, stock: { ...part.stock, ...heard } } : part;
}
