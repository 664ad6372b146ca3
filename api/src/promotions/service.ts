import type { Coupon } from '@fynbos/core/promotions/coupon.ts';
import type { Deal } from '@fynbos/core/promotions/deals.ts';
import type { Db } from '../db.ts';
import { type CouponRow, type DealRow, findCouponRow, readDealProducts, readDeals } from './read-store.ts';

/** The catalogue promotions as this process knows them, in memory beside the catalogue. */
export interface Deals {
  /** Those in which any of these products counts. */
  for(skus: Iterable<string>): Deal[];
  /** Reads them again. */
  refresh(): Promise<void>;
}

/** Reads the promotions; `refresh` follows what an import announces. */
export async function openDeals(db: Db): Promise<Deals> {
  let bySku = new Map<string, Deal[]>();
  async function refresh(): Promise<void> {
    const products = Map.groupBy(await readDealProducts(db), (row) => row.deal_id);
    const next = new Map<string, Deal[]>();
    for (const row of await readDeals(db)) {
      const deal = dealOf(row, products.get(row.id) ?? []);
      for (const sku of deal.products.keys()) next.set(sku, [...(next.get(sku) ?? []), deal]);
    }
    bySku = next;
  }
  await refresh();
  return {
    for: (skus) => [...new Set([...skus].flatMap((sku) => bySku.get(sku) ?? []))],
    refresh,
  };
}

function dealOf(row: DealRow, products: readonly { sku: string; part: number }[]): Deal {
  const { price_cents, valid_from, valid_to, ...rest } = row;
  return {
    ...rest,
    price: price_cents,
    products: new Map(products.map(({ sku, part }) => [sku, part])),
    valid_from: valid_from?.toISOString() ?? null,
    valid_to: valid_to?.toISOString() ?? null,
  };
}

/** How a code is compared: without spaces, in capitals, as people type it from paper. */
export const normalCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase();

/** A coupon or voucher by its code as it was typed; undefined when there is none. */
export async function findCoupon(db: Db, typed: string): Promise<Coupon | undefined> {
  const code = normalCode(typed);
  const row = code === '' || code.length > 100 ? undefined : await findCouponRow(db, code);
  return row && couponOf(row);
}

function couponOf({ amount_cents, minimum_spend_cents, valid_from, valid_to, ...row }: CouponRow): Coupon {
  return {
    ...row,
    amount: amount_cents,
    minimum_spend: minimum_spend_cents,
    valid_from: valid_from?.toISOString() ?? null,
    valid_to: valid_to?.toISOString() ?? null,
  };
}
