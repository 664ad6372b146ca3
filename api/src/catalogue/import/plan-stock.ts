import type { Stock } from '@fynbos/core/catalogue/entities.ts';
import type { StockDraft } from './drafts.ts';

/**
 * The stock a product is going to have, or undefined when the input does not change it. Without a
 * quantity stock is not counted: the product is in stock unless the input says that it is not.
 */
export function planStock(productId: number, said: StockDraft, kept: Stock | undefined): Stock | undefined {
  if (kept && isSilent(said)) return undefined;
  const shelf = shelfOf(said, kept);
  const stock: Stock = {
    product_id: productId,
    ...shelf,
    min_qty: said.min_qty ?? kept?.min_qty ?? 0,
    min_sale_qty: said.min_sale_qty ?? kept?.min_sale_qty ?? 1,
    max_sale_qty: said.max_sale_qty ?? kept?.max_sale_qty ?? 10_000,
    backorders: said.backorders ?? kept?.backorders ?? 0,
  };
  const unchanged =
    kept && (Object.keys(stock) as (keyof Stock)[]).every((field) => stock[field] === kept[field]);
  return unchanged ? undefined : stock;
}

/** Whether the input says nothing of stock. */
export function isSilent(said: StockDraft): boolean {
  return Object.values(said).every((value) => value === undefined);
}

function shelfOf(
  said: StockDraft,
  kept: Stock | undefined,
): Pick<Stock, 'qty' | 'is_in_stock' | 'manage_stock'> {
  const { qty, is_in_stock, manage_stock } = said;
  if (qty !== undefined) {
    const counted = manage_stock ?? true;
    const enough =
      !counted ||
      qty > (said.min_qty ?? kept?.min_qty ?? 0) ||
      (said.backorders ?? kept?.backorders ?? 0) > 0;
    return { qty, is_in_stock: is_in_stock ?? enough, manage_stock: counted };
  }
  if (kept && is_in_stock === undefined && manage_stock === undefined) {
    return { qty: kept.qty, is_in_stock: kept.is_in_stock, manage_stock: kept.manage_stock };
  }
  const available = is_in_stock ?? true;
  return { qty: 0, is_in_stock: available, manage_stock: manage_stock ?? !available };
}
