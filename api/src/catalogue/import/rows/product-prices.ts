import { storeViews } from '@fynbos/core/store-views.ts';
import {
  ImportError,
  quoted,
  readAmount,
  readList,
  readOptionalInstant,
  readQuantity,
} from '../format/cells.ts';
import type { PriceDraft, ProductDraft, TierDraft } from './drafts.ts';
import type { ReadCell } from './product-texts.ts';

const amountNames = { price: 'price', special: 'special_price', final: 'final_price' } as const;

/** The price columns of a product: tier prices, and in each store view its price, special and final price. */
export const priceColumns: Record<string, ReadCell> = {
  tier_prices: (text, draft) => readTiers(text, false, draft),
  tier_prices_incl_tax: (text, draft) => readTiers(text, true, draft),
};

for (const { code } of storeViews) {
  const suffix = code === '' ? '' : `_${code}`;
  priceColumns[`price${suffix}`] = amount(code, 'price', false);
  priceColumns[`price_incl_tax${suffix}`] = amount(code, 'price', true);
  priceColumns[`special_price${suffix}`] = amount(code, 'special', false);
  priceColumns[`special_price_incl_tax${suffix}`] = amount(code, 'special', true);
  priceColumns[`final_price${suffix}`] = amount(code, 'final', false);
  priceColumns[`final_price_incl_tax${suffix}`] = amount(code, 'final', true);
  priceColumns[`special_from_date${suffix}`] = specialDate(code, 'from');
  priceColumns[`special_to_date${suffix}`] = specialDate(code, 'to');
}

function priceOf(draft: ProductDraft, view: string): PriceDraft {
  const known = draft.prices.get(view);
  if (known) return known;
  const fresh: PriceDraft = {};
  draft.prices.set(view, fresh);
  return fresh;
}

/** A price is in the column with tax or in the column without; the other column must be empty. */
function amount(view: string, kind: keyof typeof amountNames, includesTax: boolean): ReadCell {
  const column = `${amountNames[kind]}${includesTax ? '_incl_tax' : ''}${view && `_${view}`}`;
  return (text, draft) => {
    const price = priceOf(draft, view);
    if (text === '') {
      if (price[kind] === undefined) price[kind] = null;
      return undefined;
    }
    const digits = readAmount(text, includesTax);
    if (digits instanceof ImportError) return digits;
    if (price[kind]) return new ImportError('the price is given with and without tax: keep one of the two');
    price[kind] = { digits, includesTax, column };
    return undefined;
  };
}

function specialDate(view: string, end: 'from' | 'to'): ReadCell {
  return (text, draft) => {
    const price = priceOf(draft, view);
    const instant = readOptionalInstant(text, end === 'to');
    if (instant instanceof ImportError) return instant;
    price[end] = instant;
    return undefined;
  };
}

/**
 * Reads `6:21.99|12@3:19.99`: minimum quantity, optional customer group (all groups when absent), and
 * price.
 */
function readTiers(text: string, includesTax: boolean, draft: ProductDraft): ImportError | undefined {
  const tiers: TierDraft[] = [];
  for (const part of readList(text)) {
    const [, from = '', group = '32000', price = ''] = /^([\d.]+)(?:@(\d{1,9}))?:(.+)$/.exec(part) ?? [];
    const qty = readQuantity(from);
    const digits = readAmount(price, includesTax);
    if (qty instanceof ImportError) return new ImportError(`${quoted(part)} is no tier: write 6:21.99`);
    if (digits instanceof ImportError) return digits;
    const column = includesTax ? 'tier_prices_incl_tax' : 'tier_prices';
    tiers.push({ customer_group_id: Number(group), qty, amount: { digits, includesTax, column } });
  }
  if (text !== '' || draft.tierPrices === undefined) draft.tierPrices = tiers;
  return undefined;
}
