import { canBeOrdered, type OrderableFields } from '@fynbos/core/cart/orderable-product.ts';
import { centsToDecimal } from '@fynbos/core/money.ts';
import {
  isPriceUnknown,
  type PriceFields,
  priceFields,
  type ShopPrice,
  unknownPrice,
} from '@fynbos/core/pricing/price.ts';
import { apiSettings } from '../platform/api/api-settings.ts';

/** A price as a list or a page has it; a price configured on the page has no type. */
interface Priced {
  final_price_incl_tax: number;
  type_id?: string | undefined;
}

/** The amount of an unknown price, in any unit; 0 may be the price of a free product. */
export const unknownAmount = -1;

/**
 * Whether «Price on request» stands for the price. The shop gives a set 0 while one of its parts has no price
 * (spec D22), so the 0 of a set is never shown as free.
 */
export function isUnknown({ final_price_incl_tax: amount, type_id }: Priced): boolean {
  const isSet = type_id === 'bundle' || type_id === 'grouped';
  return (amount === 0 && isSet) || isAmountUnknown(amount);
}

/** The same for an amount in any unit that belongs to no set. */
export function isAmountUnknown(amount: number): boolean {
  return isPriceUnknown(amount, { zeroPrice: apiSettings().switches.zeroPriceProducts });
}

/** Whether an order can have the product, with the right choices: the only thing that a page may offer. */
export function isOrderable(product: OrderableFields & Priced): boolean {
  const price = isUnknown(product) ? unknownAmount : product.final_price_incl_tax;
  return canBeOrdered(product, price, { zeroPrice: apiSettings().switches.zeroPriceProducts });
}

/** The unit price of a cart line, in cents, of a price configured in the browser. */
export function unitOf(price: ShopPrice): number {
  return price === unknownPrice ? unknownAmount : price.final_incl_tax;
}

/** The fields of a price configured in the browser, as `<Price>` shows them. */
export function configuredPriceFields(price: ShopPrice): PriceFields {
  return {
    ...priceFields(price),
    final_price_incl_tax: price === unknownPrice ? unknownAmount : centsToDecimal(price.final_incl_tax),
  };
}
