import type { Db } from '../../db.ts';
import { stockLeft } from '../../stock/stock-service.ts';
import { readHeldUnits } from './unpaid-order-store.ts';

/** The stock that unpaid orders hold, over all orders. */
export interface UnpaidStock {
  units: number;
  /** Products with held units, in the shop or in a store. */
  products: number;
  /** Those of which nothing else is left. */
  sold_out: number;
}

export async function readUnpaidStock(db: Db): Promise<UnpaidStock> {
  const held = await readHeldUnits(db);
  const left = held.length > 0 ? await stockLeft(db, held) : new Map<string, number>();
  return {
    units: held.reduce((sum, { qty }) => sum + qty, 0),
    products: held.length,
    sold_out: held.filter(({ product_id, store_code }) => (left.get(`${product_id} ${store_code}`) ?? 0) <= 0)
      .length,
  };
}
