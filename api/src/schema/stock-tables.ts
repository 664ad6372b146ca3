import type { Generated } from 'kysely';

/** The table of addresses that wait for a sold-out product (api/migrations/046-stock-notifications.sql). */
export interface StockTables {
  stock_notification: {
    id: Generated<number>;
    sku: string;
    email: string;
    locale: string;
    /** The code of the store view. */
    store_code: string;
    /** Empty for the stock of the shop. */
    fulfilment_store: string;
    /** The customer whose proven address it is. */
    customer_id: number | null;
    created_at: Date;
  };
}
