import type { ColumnType, Generated } from 'kysely';
import type { ViewTexts } from './view-texts.ts';

type MaybeAt = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** The tables of promotions and coupons (api/migrations/004-cart.sql). Money is in cents. */
export interface PromotionTables {
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
    view_texts: ColumnType<ViewTexts<'label'>, string | undefined, string>;
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
    max_uses: number | null;
    max_uses_per_customer: number | null;
    uses: Generated<number>;
    is_voucher: boolean;
    valid_from: MaybeAt;
    valid_to: MaybeAt;
    enabled: boolean;
  };
  /** What changed the balance of a voucher; written by a trigger of `coupon_use` (036-voucher-balances.sql). */
  voucher_movement: {
    id: Generated<number>;
    coupon_code: string;
    order_id: number;
    cents: number;
    occurred_at: Generated<Date>;
  };
}
