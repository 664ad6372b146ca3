import { storeViews } from '@fynbos/core/store-views.ts';
import { ImportError, readAmount, readOptionalInstant, readQuantity } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import type { Amount, ProductDraft, TierDraft } from './drafts.ts';
import { type FieldReader, listOf } from './entity-fields.ts';

/**
 * Reads the source price. A document that the shop computed has it in its `original_…` fields. The other
 * price fields include tax and reductions and are ignored, so that neither is applied twice (wire contract
 * 4.1, 4.2 N and R).
 */
export function readEntityPrices(draft: ProductDraft, readField: FieldReader): void {
  for (const { code } of storeViews) {
    const suffix = code && `_${code}`;
    const net = (column: string) => amountIn(`${column}${suffix}`, false, readField);
    const taxed = (column: string) => amountIn(`${column}${suffix}`, true, readField);
    const original = above0(net('original_price')) ?? above0(taxed('original_price_incl_tax'));
    const price = original ?? net('price') ?? taxed('price_incl_tax');
    const special =
      above0(net('original_special_price')) ??
      above0(net('special_price')) ??
      above0(taxed('special_price_incl_tax'));
    const final = above0(net('original_final_price')) ?? (original ? undefined : above0(net('final_price')));
    const from = readField(`special_from_date${suffix}`, (text) => readOptionalInstant(text));
    const to = readField(`special_to_date${suffix}`, (text) => readOptionalInstant(text, true));
    if (!price && !special) continue;
    draft.prices.set(code, {
      ...(price ? { price } : {}),
      special: special ?? null,
      final: final && isDistinctFinalPrice(final, price, special) ? final : null,
      from: from ?? null,
      to: to ?? null,
    });
  }
}

/**
 * Whether a final price carries information: it is below the price and is not a copy of the special price,
 * which must end with its dates.
 */
function isDistinctFinalPrice(
  final: Amount,
  price: Amount | undefined,
  special: Amount | undefined,
): boolean {
  const isBelow = !price || price.includesTax || Number(final.digits) < Number(price.digits);
  return isBelow && Number(final.digits) !== Number(special?.digits);
}

function amountIn(column: string, includesTax: boolean, readField: FieldReader): Amount | undefined {
  const digits = readField(column, (text) => (text === '' ? undefined : readAmount(text, includesTax)));
  return digits === undefined ? undefined : { digits, includesTax, column };
}

/** In a document a price of 0 means that there is none. */
function above0(amount: Amount | undefined): Amount | undefined {
  return amount && Number(amount.digits) > 0 ? amount : undefined;
}

/** Reads tier prices (wire contract 2.2); group 32000 means all customer groups. */
export function readTiers(tiers: unknown[], draft: ProductDraft, findings: Findings): TierDraft[] {
  return listOf(tiers).flatMap((tier) => {
    const qty = readQuantity(String(tier.qty));
    const digits = readAmount(String(tier.value), false);
    const error = [qty, digits].find((result) => result instanceof ImportError);
    if (error instanceof ImportError) findings.problem(draft.at, 'tier_prices', error.reason);
    if (qty instanceof ImportError || digits instanceof ImportError) return [];
    const customer_group_id = Number(tier.customer_group_id ?? 32000);
    if (!Number.isInteger(customer_group_id)) {
      findings.problem(draft.at, 'tier_prices', 'the customer group is no whole number');
      return [];
    }
    return [{ customer_group_id, qty, amount: { digits, includesTax: false, column: 'tier_prices' } }];
  });
}
