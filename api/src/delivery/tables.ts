import type { Generated } from 'kysely';

/** The tables of delivery (api/migrations/004-cart.sql). Money is whole cents. */
export interface DeliveryTables {
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
