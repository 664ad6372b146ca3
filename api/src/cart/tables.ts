import type { ColumnType, Generated } from 'kysely';

type At = ColumnType<Date, Date | undefined, Date>;
type MaybeAt = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The tables of carts, promotions and delivery (api/migrations/004-cart.sql). Money is whole cents. */
export interface CartTables {
  cart: {
    id: Generated<number>;
    customer_id: number | null;
    store_code: Generated<string>;
    version: Generated<number>;
    coupon_code: string | null;
    voucher_code: string | null;
    shipping: ColumnType<Record<string, unknown>, string | undefined, string>;
    created_at: At;
    updated_at: At;
    merged_into: number | null;
  };
  cart_token: { hash: Buffer; cart_id: number; created_at: At };
  cart_line: {
    id: Generated<number>;
    cart_id: number;
    line_key: string;
    sku: string;
    parent_sku: string;
    qty: number;
    product_option: ColumnType<unknown, string | undefined, string>;
    added_at: At;
  };
  cart_write: {
    cart_id: number;
    key: string;
    fingerprint: Buffer;
    answer: ColumnType<unknown, string, string>;
    at: At;
  };
  deal: {
    id: Generated<number>;
    code: string;
    label: string;
    kind: 'buy_n_pay_m' | 'n_for' | 'combo';
    qty: number;
    pay_qty: number | null;
    price_cents: number | null;
    valid_from: MaybeAt;
    valid_to: MaybeAt;
  };
  deal_product: { deal_id: number; sku: string; part: number };
  coupon: {
    code: string;
    label: string;
    kind: 'percent' | 'fixed' | 'free_delivery';
    percent: number | null;
    amount_cents: number | null;
    minimum_spend_cents: number;
    first_order: boolean;
    category_ids: number[];
    email: string | null;
    most_uses: number | null;
    most_uses_each: number | null;
    uses: Generated<number>;
    is_voucher: boolean;
    valid_from: MaybeAt;
    valid_to: MaybeAt;
    enabled: boolean;
  };
  delivery_method: {
    carrier_code: string;
    method_code: string;
    carrier_title: string;
    method_title: string;
    needs: 'address' | 'store' | 'pickup_point';
    position: number;
    enabled: boolean;
  };
  delivery_rate: {
    id: Generated<number>;
    carrier_code: string;
    method_code: string;
    price_incl_tax_cents: number;
    from_amount_cents: number;
    region_codes: string[];
    postcode_from: string | null;
    postcode_to: string | null;
  };
}
