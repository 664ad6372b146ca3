import { storeViews } from '@fynbos/core/shop.ts';
import { Fault, readAmount, readInstant, readQuantity } from './cells.ts';
import type { Amount, ProductDraft, TierDraft } from './drafts.ts';
import { type Fields, listOf, type Take } from './entity-fields.ts';
import type { Findings } from './findings.ts';

/**
 * The price at the source: `original_price` of a computed document, else `price`, else the price with
 * tax. A `final_price` below it that no special price explains is a special price of its own.
 */
export function readPrices(fields: Fields, draft: ProductDraft, take: Take, findings: Findings): void {
  for (const { code } of storeViews) {
    const suffix = code && `_${code}`;
    const price =
      above0(amountIn(`original_price${suffix}`, false, take)) ??
      amountIn(`price${suffix}`, false, take) ??
      amountIn(`price_incl_tax${suffix}`, true, take);
    const special =
      above0(amountIn(`special_price${suffix}`, false, take)) ??
      above0(amountIn(`special_price_incl_tax${suffix}`, true, take));
    const from = take(`special_from_date${suffix}`, (text) => (text ? readInstant(text) : null));
    const to = take(`special_to_date${suffix}`, (text) => (text ? readInstant(text, true) : null));
    if (!price && !special) continue;
    const reduced = special ?? finalPrice(fields, price, `final_price${suffix}`, take, findings);
    draft.prices.set(code, {
      ...(price ? { price } : {}),
      special: reduced ?? null,
      from: from ?? null,
      to: to ?? null,
    });
  }
}

function amountIn(column: string, includesTax: boolean, take: Take): Amount | undefined {
  const digits = take(column, (text) => (text === '' ? undefined : readAmount(text, includesTax)));
  return digits === undefined ? undefined : { digits, includesTax, column };
}

/** In a document a price of 0 beside the price means that there is none. */
function above0(amount: Amount | undefined): Amount | undefined {
  return amount && Number(amount.digits) > 0 ? amount : undefined;
}

function finalPrice(
  fields: Fields,
  price: Amount | undefined,
  column: string,
  take: Take,
  findings: Findings,
): Amount | undefined {
  const final = above0(amountIn(column, false, take));
  if (!price || price.includesTax || !final || Number(final.digits) >= Number(price.digits)) return undefined;
  findings.notice('a final price below the price was taken as a special price', String(fields.sku));
  return final;
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
