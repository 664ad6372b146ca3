import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
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
export function readPrices(db: Db, productIds: readonly number[]): Promise<PriceRow[]> {
  return db.selectFrom('product_price').selectAll().where('product_id', 'in', productIds).execute();
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
