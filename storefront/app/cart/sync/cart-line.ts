import type { LineIdentity } from '@fynbos/core/cart/cart-line.ts';
import type { Cents } from '@fynbos/core/money.ts';

/** A chosen option as shown to the shopper. */
interface ChosenOption {
  label: string;
  value: string;
}

/**
 * A line as the browser stores it: its identity, and enough to show it offline. `sku` is the child's for a
 * configurable product.
 */
export interface CartLine extends LineIdentity {
  /** The parent product of the variant; empty when there is none. */
  parentSku: string;
  product_type: string;
  name: string;
  image: string;
  /** The path of its product page; a variant is opened there with `productPath(line, line.sku)`. */
  url_path: string;
  options: ChosenOption[];
  /** The price of one unit with tax, now and before a reduction. */
  unit: Cents;
  original: Cents;
  inStock: boolean;
  /** The quantity that can be bought; null means no limit. */
  available: number | null;
  /** The minimum quantity of the line, if above 1. */
  minimum?: number | undefined;
}

/** The stored fields of a line: its identity and its display data. */
export function bareLine(line: CartLine): CartLine {
  const { sku, parentSku, product_option, product_type, name, image, url_path } = line;
  const { options, unit, original, inStock, available, minimum } = line;
  const shown = { product_type, name, image, url_path, options, unit, original, inStock, available, minimum };
  return { sku, parentSku, product_option, ...shown };
}

/** A line to add, with the fields that decide whether it may be added (spec commerce 5). */
export interface NewLine extends CartLine {
  status: number;
  /** Whether all required options are chosen. */
  configured: boolean;
}

/** A line of the cart that the server confirmed. */
export interface ConfirmedLine extends CartLine {
  item_id: number;
  qty: number;
  /** The line total after promotions and coupon, and the discount they give. */
  paid: Cents;
  discount: Cents;
  /** Labels of the promotions that apply to it. */
  deals: string[];
  /** Codes of the problems that prevent it from being ordered. */
  problems: string[];
}
