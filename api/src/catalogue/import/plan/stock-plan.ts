import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { StockDraft } from '../rows/drafts.ts';

/**
 * The planned stock of a product, or undefined when the input does not change it. Without a quantity the
 * stock is unmanaged: the product is in stock unless the input states otherwise.
 */
export function planStock(
  productId: number,
  draft: StockDraft,
  stored: Stock | undefined,
): Stock | undefined {
  if (stored && isSilent(draft)) return undefined;
  const availability = availabilityOf(draft, stored);
  const stock: Stock = {
    product_id: productId,
    ...availability,
    min_qty: draft.min_qty ?? stored?.min_qty ?? 0,
    min_sale_qty: draft.min_sale_qty ?? stored?.min_sale_qty ?? 1,
    max_sale_qty: draft.max_sale_qty ?? stored?.max_sale_qty ?? 10_000,
    backorders: draft.backorders ?? stored?.backorders ?? 0,
  };
  // `stock` has only the fields of `Stock`; `Object.keys` types them as strings.
  const unchanged =
    stored && (Object.keys(stock) as (keyof Stock)[]).every((field) => stock[field] === stored[field]);
  return unchanged ? undefined : stock;
}

/** Whether the input has no stock data. */
export function isSilent(draft: StockDraft): boolean {
  return Object.values(draft).every((value) => value === undefined);
}

function availabilityOf(
  draft: StockDraft,
  stored: Stock | undefined,
): Pick<Stock, 'qty' | 'is_in_stock' | 'manage_stock'> {
  const { qty, is_in_stock, manage_stock } = draft;
  if (qty !== undefined) {
    const counted = manage_stock ?? true;
    const enough =
      !counted ||
      qty > (draft.min_qty ?? stored?.min_qty ?? 0) ||
      (draft.backorders ?? stored?.backorders ?? 0) > 0;
    return { qty, is_in_stock: is_in_stock ?? enough, manage_stock: counted };
  }
  if (stored && is_in_stock === undefined && manage_stock === undefined) {
    return { qty: stored.qty, is_in_stock: stored.is_in_stock, manage_stock: stored.manage_stock };
  }
  const available = is_in_stock ?? true;
  return { qty: 0, is_in_stock: available, manage_stock: manage_stock ?? !available };
}
