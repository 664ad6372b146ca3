import type { Address } from '@fynbos/core/accounts/address.ts';
import type { Taxed } from '@fynbos/core/cart/cart-totals.ts';
import type { OptionLabels } from '@fynbos/core/cart/contract.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import type { OrderState } from '@fynbos/core/orders/order-states.ts';
import type { ColumnType, Generated } from 'kysely';
import type { Static } from 'typebox';

/** A JSON column: written as text, read as the value. */
type Json<Value = unknown> = ColumnType<Value, string, string>;

/**
 * The tables of orders (api/migrations/005-orders.sql). Money is in cents and includes tax, unless the name
 * says net.
 */
export interface OrderTables {
  /** Orders whose changed stock was not announced yet. */
  unannounced_order: { order_id: number; created_at: Generated<Date> };
  order_note: { id: Generated<number>; order_id: number; note: string; created_at: Date };
  /** The best-selling products, counted once a day. */
  product_sales_rank: { product_id: number; rank: number; ranked_at: Date };
  /** Mailboxes from which no order is accepted. */
  blocked_mailbox: { mailbox: string; reason: string; created_at: Date };
  sales_order: {
    id: Generated<number>;
    /** The UUID of the client. In the other tables `order_id` is the `id` of this one. */
    order_id: string;
    fingerprint: Buffer;
    cart_token_hash: Buffer;
    number: string;
    state: OrderState;
    customer_id: number | null;
    email: string;
    mailbox: string;
    locale: string;
    cart_id: number;
    store_code: string;
    fulfilment_store: string;
    currency: string;
    shipping_address: Json<Address | null>;
    billing_address: Json<Address>;
    carrier_code: string;
    method_code: string;
    shipping_title: string;
    shipping_extra: Json;
    payment_method: string;
    payment_title: string;
    /** What the client sent with the payment method. */
    payment_additional: ColumnType<unknown, string | null, string | null>;
    coupon_code: string | null;
    voucher_code: string | null;
    subtotal_cents: number;
    subtotal_net_cents: number;
    discount_cents: number;
    shipping_cents: number;
    shipping_net_cents: number;
    shipping_discount_cents: number;
    tax_cents: number;
    /** The amount paid by voucher, and its balance afterwards. */
    voucher_cents: number;
    voucher_balance_cents: number | null;
    /** What is left to pay, without the voucher. */
    grand_total_cents: number;
    captured_cents: Generated<number>;
    refunded_cents: Generated<number>;
    held_until: Date | null;
    /** A hash of the client IP, while the order is unpaid. */
    client_key: string;
    placed_at: Date;
    updated_at: Date;
  };
  order_line: {
    order_id: number;
    position: number;
    sku: string;
    parent_sku: string;
    name: string;
    product_type: string;
    product_option: Json<ProductOption>;
    options: Json<Static<typeof OptionLabels>>;
    units: Json;
    qty: number;
    unit_net: number;
    unit_cents: number;
    original_unit_cents: number;
    row_cents: number;
    row_net_cents: number;
    discount_cents: number;
    paid_cents: number;
    tax_cents: number;
    taxes: Json<Taxed[]>;
    image: string;
    url_path: string;
  };
  order_tax: { order_id: number; rate: number; net_cents: number; tax_cents: number };
  order_stock: {
    order_id: number;
    product_id: number;
    store_code: string;
    qty: number;
    returned_at: Date | null;
  };
  order_event: {
    id: Generated<number>;
    order_id: number;
    state: OrderState;
    note: string;
    actor: string;
    occurred_at: Date;
  };
  coupon_use: {
    order_id: number;
    coupon_code: string;
    customer_id: number | null;
    mailbox: string;
    /** The amount it takes from a voucher; null for a discount. */
    voucher_cents: number | null;
    returned_at: Date | null;
  };
}
