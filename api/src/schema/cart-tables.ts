import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import type { ColumnType, Generated } from 'kysely';

type At = ColumnType<Date, Date | undefined, Date>;

/** The delivery details stored with a cart. */
export interface Shipping {
  country_id?: string;
  region?: string;
  region_code?: string;
  postcode?: string;
  city?: string;
  suburb?: string;
  /** The method that the shopper chose. */
  carrier_code?: string;
  method_code?: string;
}

/** The tables of carts (api/migrations/004-cart.sql, 005-orders.sql, 012-carts-apart.sql). */
export interface CartTables {
  cart: {
    id: Generated<number>;
    customer_id: number | null;
    store_code: Generated<string>;
    version: Generated<number>;
    coupon_code: string | null;
    voucher_code: string | null;
    shipping: ColumnType<Shipping, string | undefined, string>;
    created_at: At;
    updated_at: At;
    merged_into: number | null;
    ordered_at: ColumnType<Date | null, undefined, Date>;
    /** A separate cart beside the customer's own. */
    apart: ColumnType<boolean, boolean | undefined, never>;
  };
  cart_token: { hash: Buffer; cart_id: number; created_at: At };
  cart_line: {
    id: Generated<number>;
    cart_id: number;
    line_key: string;
    sku: string;
    parent_sku: string;
    qty: number;
    product_option: ColumnType<ProductOption, string | undefined, string>;
    added_at: At;
  };
  cart_write: {
    cart_id: number;
    key: string;
    fingerprint: Buffer;
    answer: ColumnType<unknown, string, string>;
    /** Takes the place of `answer` in the next version, which writes it. */
    response: ColumnType<unknown, never, never>;
    occurred_at: At;
  };
}
