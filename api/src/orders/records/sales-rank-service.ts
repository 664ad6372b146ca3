import { announceChange } from '../../catalogue/documents/catalogue-events.ts';
import { productIdsBySku } from '../../catalogue/product-service.ts';
import type { Db } from '../../db.ts';
import { countOrdersBySku, readStoredRanks, replaceRanks } from './sales-rank-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Orders of so many days count, and so many products have a rank: lists are read from their beginning. */
const countedDays = 90;
const maxRanked = 1000;

/**
 * Ranks products by the number of recent orders with them, once a day; the running APIs show the new order at once
 * (spec D66).
 * @returns whether the ranks were counted
 */
export function rankProducts(db: Db, now: Date): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { ranks: stored, rankedAt } = await readStoredRanks(trx);
    if (rankedAt && now.getTime() - rankedAt.getTime() < dayMs) return false;
    const ranks = await countRanks(trx, new Date(now.getTime() - countedDays * dayMs));
    await replaceRanks(trx, ranks, now);
    const changed = [...new Set([...stored.keys(), ...ranks.keys()])].filter(
      (id) => stored.get(id) !== ranks.get(id),
    );
    await announceChange(trx, changed);
    return true;
  });
}

/** The ranks by product id; products with equally many orders share one. */
async function countRanks(db: Db, since: Date): Promise<Map<number, number>> {
  const counted = await countOrdersBySku(db, since, maxRanked);
  const idOf = await productIdsBySku(
    db,
    counted.map(({ sku }) => sku),
  );
  const sold = counted
    .flatMap(({ sku, orders }) => ({ id: idOf.get(sku), orders }))
    .filter((product): product is { id: number; orders: number } => product.id !== undefined);
  const ranks = new Map<number, number>();
  let rank = 0;
  sold.forEach(({ id, orders }, index) => {
    if (orders !== sold[index - 1]?.orders) rank = index + 1;
    ranks.set(id, rank);
  });
  return ranks;
}
