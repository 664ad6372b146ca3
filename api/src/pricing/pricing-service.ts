import type { TaxRate, TaxRule } from '@fynbos/core/pricing/tax.ts';
import { changeRate, type NewRate, type RateChange } from '@fynbos/core/pricing/tax-rate-change.ts';
import type { Db } from '../db.ts';
import {
  deletePrices,
  deleteTaxRates,
  insertTaxRates,
  readPricesOf,
  upsertPrices,
  upsertTaxRule,
} from './pricing-store.ts';
import { type PriceRow, readTaxRules } from './read-store.ts';

export type { PriceRow };

/** A tax rule to be stored; rules and rates get their ids on insert. */
export type NewTaxRule = Omit<TaxRule, 'id' | 'rates'> & { rates: Omit<TaxRate, 'id'>[] };

/** Every tax rule, in the order they are evaluated. */
export function taxRules(db: Db): Promise<TaxRule[]> {
  return readTaxRules(db);
}

/** The prices of products in every store view, by product id. */
export async function pricesOf(db: Db, productIds: readonly number[]): Promise<Map<number, PriceRow[]>> {
  return Map.groupBy(await readPricesOf(db, productIds), (row) => row.product_id);
}

/**
 * Writes prices, new rows and changed ones.
 * @param rows a few thousand at most
 */
export async function savePrices(db: Db, rows: readonly PriceRow[]): Promise<void> {
  if (rows.length > 0) await upsertPrices(db, rows);
}

/** Deletes the prices of products in store views. */
export async function dropPrices(
  db: Db,
  keys: readonly { product_id: number; store_code: string }[],
): Promise<void> {
  for (const [code, storeKeys] of Map.groupBy(keys, (key) => key.store_code)) {
    await deletePrices(
      db,
      code,
      storeKeys.map((key) => key.product_id),
    );
  }
}

/** Writes tax rules by their codes, each with exactly these rates. Called within a transaction. */
export async function saveTaxRules(db: Db, rules: readonly NewTaxRule[]): Promise<void> {
  for (const { rates, ...rule } of rules) {
    const id = await upsertTaxRule(db, rule);
    await deleteTaxRates(db, id);
    if (rates.length > 0) await insertTaxRates(db, id, rates);
  }
}

/** Changes the rate of a rule from a given time on. Called within a transaction. */
export async function changeTaxRate(
  db: Db,
  { id: _, ...rule }: TaxRule,
  change: NewRate,
): Promise<RateChange> {
  const rates = rule.rates.map(({ id: _id, ...rate }) => rate);
  const changed = changeRate(rates, change);
  if ('rates' in changed) await saveTaxRules(db, [{ ...rule, rates: changed.rates }]);
  return changed;
}
