import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import { type NetUnits, type Percent, parseDecimal, withoutTax } from '@fynbos/core/money.ts';
import { guestGroup } from '@fynbos/core/pricing/price.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import { storeViews } from '@fynbos/core/store-views.ts';
import type { PriceRow } from '../../../pricing/pricing-service.ts';
import { rateFor, type TaxHome } from '../../../pricing/tax-rate.ts';
import type { Findings } from '../format/findings.ts';
import type { Amount, PriceDraft, ProductDraft } from '../rows/drafts.ts';
import { isSameJson } from './import-plan.ts';

/** The tax that prices of the input include. */
export interface ImportTax {
  rules: readonly TaxRule[];
  now: Date;
  /** Where the prices of the default store view include tax. */
  tax: TaxHome;
}

export interface PricePlan {
  rows: PriceRow[];
  dropped: string[];
}

/**
 * Plans the source prices of a product in every store view and returns the differences. A price with tax is
 * converted to the net price that gives exactly that gross price (spec D16), at the rate of the
 * product's tax class in the country and region of the view.
 */
export function planPrices(
  draft: ProductDraft,
  product: { id: number; type_id: string; tax_class_id: number },
  {
    storedRows,
    rules,
    now,
    tax,
    findings,
  }: ImportTax & { storedRows: readonly PriceRow[]; findings: Findings },
): PricePlan {
  const plan: PricePlan = { rows: [], dropped: [] };
  for (const view of storeViews) {
    const { code } = view;
    const before = storedRows.find((row) => row.store_code === code);
    const priceDraft = draft.prices.get(code) ?? (code === '' && !before ? {} : undefined);
    if (!priceDraft) continue;
    const net = (amount: Amount) =>
      netOf(amount, () => importedRate(product.tax_class_id, view, { rules, now, tax }));
    const row = priceRow(priceDraft, { ...product, code }, { before, net, draft, findings });
    if (row === 'none') {
      if (before) plan.dropped.push(code);
    } else if (row && !(before && sameRow(row, before))) plan.rows.push(row);
  }
  return plan;
}

/** The rate that an amount of the input includes: that of the country and region where the shop sells. */
export const importedRate = (taxClass: number, view: StoreView, { rules, now, tax }: ImportTax): Percent =>
  rateFor(taxClass, { view, policy: { ...tax, groupTax: false }, taxRules: rules, now }, guestGroup);

/** An amount of the input in net units. */
export function netOf(amount: Amount, rate: () => number): NetUnits {
  if (!amount.includesTax) return parseDecimal(amount.digits, 4) ?? 0;
  return withoutTax(parseDecimal(amount.digits, 2) ?? 0, rate());
}

function priceRow(
  priceDraft: PriceDraft,
  product: { id: number; type_id: string; code: string },
  {
    before,
    net,
    draft,
    findings,
  }: {
    before: PriceRow | undefined;
    net: (amount: Amount) => NetUnits;
    draft: ProductDraft;
    findings: Findings;
  },
): PriceRow | 'none' | undefined {
  const isDefault = product.code === '';
  if (!priceDraft.price && !isDefault && (priceDraft.price === null || !before)) {
    if (!priceDraft.special) return 'none';
    findings.problem(
      draft.at,
      priceDraft.special.column,
      `there is no price for the store view ${product.code} to which the special price applies`,
    );
    return undefined;
  }
  const price = priceDraft.price
    ? net(priceDraft.price)
    : (before?.price ?? missingPrice(product.type_id, draft, findings));
  const special =
    priceDraft.special === undefined
      ? (before?.special_price ?? null)
      : priceDraft.special && net(priceDraft.special);
  const final =
    priceDraft.final === undefined
      ? (before?.final_price ?? null)
      : priceDraft.final && net(priceDraft.final);
  const from = priceDraft.from === undefined ? (before?.special_from_date ?? null) : priceDraft.from;
  const to = priceDraft.to === undefined ? (before?.special_to_date ?? null) : priceDraft.to;
  if (from && to && from > to)
    findings.problem(draft.at, 'special_to_date', 'the special ends before it begins');
  if (priceDraft.special && special !== null && special >= price && price > 0)
    findings.notice('special prices that are not below the price never apply', draft.sku);
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

/** A composite product takes its price from its parts. */
function missingPrice(type: string, draft: ProductDraft, findings: Findings): NetUnits {
  if (!isComposite(type))
    findings.missing(draft.at, 'price', 'a new product needs a price, here or in price_incl_tax');
  return 0;
}

function sameRow(left: PriceRow, right: PriceRow): boolean {
  return (
    left.price === right.price &&
    left.special_price === right.special_price &&
    left.final_price === right.final_price &&
    isSameJson(left.special_from_date, right.special_from_date) &&
    isSameJson(left.special_to_date, right.special_to_date)
  );
}
