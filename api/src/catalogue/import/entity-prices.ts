import { storeViews } from '@fynbos/core/store-views.ts';
import { Fault, readAmount, readInstant, readQuantity } from './cells.ts';
import type { Amount, ProductDraft, TierDraft } from './drafts.ts';
import { listOf, type Take } from './entity-fields.ts';
import type { Findings } from './findings.ts';

/**
 * The price at the source. A document that the shop computed says it in its `original_…` fields, and what it
 * says besides was taxed and reduced from them: it is not read, so that nothing is taxed or reduced twice
 * (wire contract 4.1, 4.2 N and R).
 */
export function readPrices(draft: ProductDraft, take: Take): void {
  for (const { code } of storeViews) {
    const suffix = code && `_${code}`;
    const net = (column: string) => amountIn(`${column}${suffix}`, false, take);
    const taxed = (column: string) => amountIn(`${column}${suffix}`, true, take);
    const original = above0(net('original_price')) ?? above0(taxed('original_price_incl_tax'));
    const price = original ?? net('price') ?? taxed('price_incl_tax');
    const special =
      above0(net('original_special_price')) ??
      above0(net('special_price')) ??
      above0(taxed('special_price_incl_tax'));
    const final = above0(net('original_final_price')) ?? (original ? undefined : above0(net('final_price')));
    const from = take(`special_from_date${suffix}`, (text) => (text ? readInstant(text) : null));
    const to = take(`special_to_date${suffix}`, (text) => (text ? readInstant(text, true) : null));
    if (!price && !special) continue;
    draft.prices.set(code, {
      ...(price ? { price } : {}),
      special: special ?? null,
      final: final && saysMore(final, price, special) ? final : null,
      from: from ?? null,
      to: to ?? null,
    });
  }
}

/**
 * Whether a final price is one of its own: below the price, and not the special price said again, which must
 * end with its dates.
 */
function saysMore(final: Amount, price: Amount | undefined, special: Amount | undefined): boolean {
  const isBelow = !price || price.includesTax || Number(final.digits) < Number(price.digits);
  return isBelow && Number(final.digits) !== Number(special?.digits);
}

function amountIn(column: string, includesTax: boolean, take: Take): Amount | undefined {
  const digits = take(column, (text) => (text === '' ? undefined : readAmount(text, includesTax)));
  return digits === undefined ? undefined : { digits, includesTax, column };
}

/** In a document a price of 0 beside the price means that there is none. */
function above0(amount: Amount | undefined): Amount | undefined {
  return amount && Number(amount.digits) > 0 ? amount : undefined;
}

/** Reads tier prices (wire contract 2.2); group 32000 is everybody. */
export function readTiers(tiers: unknown[], draft: ProductDraft, findings: Findings): TierDraft[] {
  return listOf(tiers).flatMap((tier) => {
    const qty = readQuantity(String(tier.qty));
    const digits = readAmount(String(tier.value), false);
    const fault = [qty, digits].find((one) => one instanceof Fault);
    if (fault instanceof Fault) findings.problem(draft.at, 'tier_prices', fault.reason);
    if (qty instanceof Fault || digits instanceof Fault) return [];
    const customer_group_id = Number(tier.customer_group_id ?? 32000);
    if (!Number.isInteger(customer_group_id)) {
      findings.problem(draft.at, 'tier_prices', 'the customer group is no whole number');
      return [];
    }
    return [{ customer_group_id, qty, amount: { digits, includesTax: false, column: 'tier_prices' } }];
  });
}
