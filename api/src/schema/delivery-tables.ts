import type { ColumnType, Generated } from 'kysely';
import type { ViewTexts } from './view-texts.ts';

/** The titles of a shipping method in other store views and languages. */
type MethodTexts = ViewTexts<'carrier_title' | 'method_title'>;

/** The tables of delivery (api/migrations/004-cart.sql, 010-store-view-texts.sql). Money is whole cents. */
export interface DeliveryTables {
  delivery_method: {
    carrier_code: string;
    method_code: string;
    carrier_title: string;
    method_title: string;
    needs: 'address' | 'store' | 'pickup_point';
    position: number;
    enabled: boolean;
    view_texts: ColumnType<MethodTexts, string | undefined, string>;
  };
  delivery_rate: {
    id: Generated<number>;
    carrier_code: string;
    method_code: string;
    /** The store view of the price's currency; empty for the shop itself. */
    store_code: string;
    price_incl_tax_cents: number;
    from_amount_cents: number;
    region_codes: string[];
    postcode_from: string | null;
    postcode_to: string | null;
  };
}
