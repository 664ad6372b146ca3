import type { LineIdentity } from '@fynbos/core/cart/cart-line.ts';
import type { CartEntry } from '@fynbos/core/cart/pending-cart.ts';
import type { Cents } from '@fynbos/core/money.ts';

/** The fields of a cart line that events report. The types of the cart have them too. */
export interface MeasuredLine extends LineIdentity {
  /** The parent product of the variant; empty when there is none. */
  parentSku: string;
  name: string;
  /** The price of one unit with tax, now and before a reduction. */
  unit: Cents;
  original: Cents;
  options: readonly { label: string; value: string }[];
}

/** A line in the cart, with its quantity and amounts. */
export interface MeasuredCartLine extends MeasuredLine {
  /** Identifies the line in the cart. */
  key: string;
  qty: number;
  /** The line total. */
  row: Cents;
  discount: Cents;
  /** Labels of the promotions that apply to it. */
  deals: readonly string[];
}

/** The cart in an event. */
export interface MeasuredCart {
  lines: readonly MeasuredCartLine[];
  totals: {
    coupon: string | undefined;
    /** Undefined while no shipping method is known. */
    shipping: Cents | undefined;
    tax: Cents | undefined;
    grandTotal: Cents;
  };
}

/** A change of the cart by the shopper. */
export type MeasuredChange = CartEntry<MeasuredLine>;

interface MeasuredPrices {
  sku: string;
  final_price_incl_tax?: number | null | undefined;
  original_price_incl_tax?: number | null | undefined;
}

/** A variant, with its option values by attribute code. */
export interface MeasuredVariant extends MeasuredPrices {
  [attribute: string]: unknown;
}

/** The page of a product. */
export interface MeasuredPage {
  product: MeasuredPrices & {
    name: string;
    configurable_options: readonly {
      attribute_code: string;
      label: string;
      values: readonly { value_index: string; label: string }[];
    }[];
  };
  brand: { label: string } | undefined;
  crumbs: readonly { name: string }[];
}
