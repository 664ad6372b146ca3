import { type NetUnits, parseDecimal, withoutTax } from '@fynbos/core/money.ts';
import { type TaxRule, taxRate } from '@fynbos/core/pricing/tax.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import type { PriceRow } from '../../pricing/service.ts';
import { isPutTogether } from '../put-together.ts';
import type { Amount, PriceDraft, ProductDraft } from './drafts.ts';
import type { Findings } from './findings.ts';
import { same } from './plan.ts';

export interface PricePlan {
  rows: PriceRow[];
  dropped: string[];
}

/**
 * What a product is going to cost at the source in every store view, where that differs from what it
 * costs now. A price with tax becomes the net price that gives exactly it back (decision 16), at the
 * rate of the product's tax class in the country of the view.
 */
export function planPrices(
  draft: ProductDraft,
  product: { id: number; type_id: string; tax_class_id: number },
  kept: readonly PriceRow[],
  rules: readonly TaxRule[],
  now: Date,
  findings: Findings,
): PricePlan {
  const plan: PricePlan = { rows: [], dropped: [] };
  for (const { code, country } of storeViews) {
    const before = kept.find((row) => row.store_code === code);
    const said = draft.prices.get(code) ?? (code === '' && !before ? {} : undefined);
    if (!said) continue;
    const net = (amount: Amount) =>
      netOf(amount, () => taxRate(product.tax_class_id, rules, { country, now }));
    const row = priceRow(said, { ...product, code }, before, net, draft, findings);
    if (row === 'none') {
      if (before) plan.dropped.push(code);
    } else if (row && !(before && sameRow(row, before))) plan.rows.push(row);
  }
  return plan;
}

/** Net units of an amount as it was written. */
export function netOf(amount: Amount, rate: () => number): NetUnits {
  if (!amount.includesTax) return parseDecimal(amount.digits, 4) ?? 0;
  return withoutTax(parseDecimal(amount.digits, 2) ?? 0, rate());
}

function priceRow(
  said: PriceDraft,
  product: { id: number; type_id: string; code: string },
  before: PriceRow | undefined,
  net: (amount: Amount) => NetUnits,
  draft: ProductDraft,
  findings: Findings,
): PriceRow | 'none' | undefined {
  const isDefault = product.code === '';
  if (!said.price && !isDefault && (said.price === null || !before)) {
    if (!said.special) return 'none';
    findings.problem(
      draft.at,
      said.special.column,
      `there is no price for the store view ${product.code} that it could be below`,
    );
    return undefined;
  }
  const price = said.price
    ? net(said.price)
    : (before?.price ?? missingPrice(product.type_id, draft, findings));
  const special =
    said.special === undefined ? (before?.special_price ?? null) : said.special && net(said.special);
  const final = said.final === undefined ? (before?.final_price ?? null) : said.final && net(said.final);
  const from = said.from === undefined ? (before?.special_from_date ?? null) : said.from;
  const to = said.to === undefined ? (before?.special_to_date ?? null) : said.to;
  if (from && to && from > to)
    findings.problem(draft.at, 'special_to_date', 'the special ends before it begins');
  if (said.special && special !== null && special >= price && price > 0)
    findings.notice('special prices that are not below the price will never be in force', draft.sku);
  return {
    product_id: product.id,
    store_code: product.code,
    price,
    special_price: special,
    final_price: final,
    special_from_date: from,
    special_to_date: to,
  };
}

/** What is put together of other products takes its price from them. */
function missingPrice(type: string, draft: ProductDraft, findings: Findings): NetUnits {
  if (!isPutTogether(type))
    findings.missing(draft.at, 'price', 'a new product needs a price, here or in price_incl_tax');
  return 0;
}

function sameRow(one: PriceRow, other: PriceRow): boolean {
  return (
    one.price === other.price &&
    one.special_price === other.special_price &&
    one.final_price === other.final_price &&
    same(one.special_from_date, other.special_from_date) &&
    same(one.special_to_date, other.special_to_date)
  );
}
