import type { LineIdentity } from '@fynbos/core/cart/line.ts';
import type { Cents } from '@fynbos/core/money.ts';

/** What is shown of an option that was chosen. */
export interface ChosenOption {
  label: string;
  value: string;
}

/**
 * A line as the browser keeps it: what it is, and enough to show it without a network. `sku` is the
 * child's for a configurable product.
 */
export interface CartLine extends LineIdentity {
  /** The product the variant belongs to; empty when there is none. */
  parentSku: string;
  product_type: string;
  name: string;
  image: string;
  /** Of the page it is bought on; a variant is opened there with `productPath(line, line.sku)`. */
  url_path: string;
  options: ChosenOption[];
  /** One unit with tax, now and before it was reduced. */
  unit: Cents;
  original: Cents;
  inStock: boolean;
  /** How many can be bought; null is no limit. */
  available: number | null;
}

/** What is kept of a line: what it is and how it looks. */
export function bareLine(line: CartLine): CartLine {
  const { sku, parentSku, product_option, product_type, name, image, url_path } = line;
  const { options, unit, original, inStock, available } = line;
  const shown = { product_type, name, image, url_path, options, unit, original, inStock, available };
  return { sku, parentSku, product_option, ...shown };
}

/** A line on its way into the cart, with what decides whether it may go there (commerce 5). */
export interface NewLine extends CartLine {
  status: number;
  /** Whether what must be chosen of it is chosen. */
  configured: boolean;
}

/** A line of the cart that the server confirmed. */
export interface ConfirmedLine extends CartLine {
  item_id: number;
  qty: number;
  /** What is paid for the line after promotions and coupon, and what those take off it. */
  paid: Cents;
  discount: Cents;
  /** Labels of the promotions that count on it. */
  deals: string[];
  /** Codes of what keeps it from being ordered. */
  problems: string[];
}
