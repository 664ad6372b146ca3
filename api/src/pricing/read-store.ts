import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import { sql } from 'kysely';
import type { Db } from '../db.ts';

export interface PriceRow {
  product_id: number;
  store_code: string;
  price: number;
  special_price: number | null;
  final_price: number | null;
  special_from_date: Date | null;
  special_to_date: Date | null;
}

/** The prices of these products in every store view. */
export async function readPrices(db: Db, productIds: readonly number[]): Promise<PriceRow[]> {
  const { rows } = await sql<PriceRow>`/* prepared: prices */
    select product_id, store_code, price, special_price, final_price, special_from_date, special_to_date
    from product_price where product_id = any(${[...productIds]}::integer[])`.execute(db);
  return rows;
}

/** Every tax rule with its rates, in the order they are evaluated. */
export async function readTaxRules(db: Db): Promise<TaxRule[]> {
  const rules = await db.selectFrom('tax_rule').selectAll().orderBy('id').execute();
  const rates = await db.selectFrom('tax_rate').selectAll().orderBy('id').execute();
  return rules.map((rule) => ({
    ...rule,
    rates: rates
      .filter((rate) => rate.rule_id === rule.id)
      .map(({ rule_id: _, valid_from, valid_to, ...rate }) => ({
        ...rate,
        valid_from: valid_from?.toISOString() ?? null,
        valid_to: valid_to?.toISOString() ?? null,
      })),
  }));
}
