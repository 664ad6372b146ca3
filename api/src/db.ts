import type {
  Attribute,
  AttributeValue,
  BundleOption,
  CustomOption,
  MediaItem,
  ProductType,
} from '@fynbos/core/catalogue/entities.ts';
import { type ColumnType, type Generated, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import {
  type Connections,
  HurriedClient,
  PreparingClient,
  TimedPool,
} from './platform/database/connection/connection-pool.ts';
import { hurriedSettings } from './platform/database/connection/connection-timeouts.ts';
import { applicationName } from './platform/database/connection/migrations.ts';
import type { AccountTables } from './schema/account-tables.ts';
import type { CartTables } from './schema/cart-tables.ts';
import type { ContentTables } from './schema/content-tables.ts';
import type { DeliveryTables } from './schema/delivery-tables.ts';
import type { OrderTables } from './schema/order-tables.ts';
import type { PaymentTables } from './schema/payment-tables.ts';
import type { PromotionTables } from './schema/promotion-tables.ts';
import type { PushTables } from './schema/push-tables.ts';
import type { StockTables } from './schema/stock-tables.ts';
import type { ProductTexts, ViewTexts } from './schema/view-texts.ts';

/** Every table of the shop. Each table is written and read in one `store.ts` only. */
export interface Tables
  extends AccountTables,
    ContentTables,
    PromotionTables,
    CartTables,
    DeliveryTables,
    OrderTables,
    PaymentTables,
    PushTables,
    StockTables {
  category: CategoryTable;
  attribute: AttributeTable;
  attribute_option: AttributeOptionTable;
  tax_rule: TaxRuleTable;
  tax_rate: TaxRateTable;
  product: ProductTable;
  option_id: { product_id: number; path: string; kind: 'option' | 'value' | 'link'; id: number };
  product_price: ProductPriceTable;
  product_category: { product_id: number; category_id: number };
  product_child: { parent_id: number; child_id: number; position: number };
  product_download: {
    product_id: number;
    file_name: string;
    sha256: string;
    size_bytes: number;
    content: Buffer;
  };
  stock: StockTable;
  store_stock: { product_id: number; store_code: string; qty: number; is_in_stock: boolean };
  stock_change: StockChangeTable;
  signing_key: { name: string; secret: string };
}

interface CategoryTable {
  id: Generated<number>;
  parent_id: number;
  name: string;
  slug: string;
  url_key: string;
  url_path: string | null;
  is_active: boolean;
  include_in_menu: boolean;
  level: number;
  position: number;
  image: string;
  description: string;
  view_texts: Json<ViewTexts<'name' | 'description'>>;
}

interface AttributeTable {
  attribute_id: Generated<number>;
  attribute_code: string;
  frontend_input: Attribute['frontend_input'];
  frontend_label: string;
  is_user_defined: boolean;
  is_visible: boolean;
  is_visible_on_front: boolean;
  is_comparable: boolean;
  view_texts: Json<ViewTexts<'frontend_label'>>;
}

interface AttributeOptionTable {
  attribute_id: number;
  value: string;
  label: string;
  position: number;
  view_texts: Json<ViewTexts<'label'>>;
}

interface TaxRuleTable {
  id: Generated<number>;
  code: string;
  product_tax_class_ids: number[];
  customer_tax_class_ids: number[];
}

interface TaxRateTable {
  id: Generated<number>;
  rule_id: number;
  code: string;
  rate: number;
  tax_country_id: string;
  tax_region_id: number;
  region_name: string | null;
  valid_from: Instant;
  valid_to: Instant;
}

interface ProductTable {
  id: Generated<number>;
  sku: string;
  type_id: ProductType;
  name: string;
  slug: string;
  url_key: string;
  url_path: string;
  status: number;
  visibility: number;
  tax_class_id: number;
  position: number;
  description: string;
  short_description: string;
  image: string;
  media_gallery: Json<MediaItem[]>;
  attributes: Json<Record<string, AttributeValue>>;
  configurable_options: Json<StoredConfigurableOption[]>;
  /** The ids of these options are unique in the product only; `option_id` has those of the catalogue. */
  bundle_options: Json<BundleOption[]>;
  custom_options: Json<CustomOption[]>;
  product_links: Json<StoredProductLink[]>;
  /** `value` in net units. */
  tier_prices: Json<{ customer_group_id: number; qty: number; value: number }[]>;
  view_texts: Json<ProductTexts>;
  /** Messages by key; any entry blocks the product from carts. */
  errors: Json<Record<string, string>>;
  /** Messages by key that are shown with the product. */
  info: Json<Record<string, string>>;
  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

/** The attributes by which a shopper chooses a variant; values and labels follow from the children. */
export interface StoredConfigurableOption {
  attribute_code: string;
  label: string;
  position: number;
}

/** A link to another product; its type is read from the product itself. */
export interface StoredProductLink {
  link_type: 'associated' | 'related' | 'upsell' | 'crosssell';
  linked_product_sku: string;
  position: number;
  qty: number;
  /** As imported. */
  id?: string;
  is_default?: boolean;
}

interface ProductPriceTable {
  product_id: number;
  store_code: string;
  /** Net units: 1/10,000 of the currency. */
  price: number;
  special_price: number | null;
  final_price: number | null;
  special_from_date: Instant;
  special_to_date: Instant;
}

interface StockTable {
  product_id: number;
  qty: number;
  is_in_stock: boolean;
  manage_stock: boolean;
  min_qty: number;
  min_sale_qty: number;
  max_sale_qty: number;
  backorders: number;
}

interface StockChangeTable {
  id: Generated<number>;
  product_id: number;
  store_code: string;
  change: number;
  qty: number;
  note: string;
  actor: string;
  occurred_at: ColumnType<Date, Date, never>;
}

/** Read as an object; written as JSON text, since `pg` would send an array as a PostgreSQL array. */
type Json<T> = ColumnType<T, string | undefined, string>;
type Instant = ColumnType<Date | null, Date | string | null, Date | string | null>;

export type Db = Kysely<Tables>;

// Doubles represent money, quantities and rates exactly; `pg` would return them as text.
const bigint = 20;
const numeric = 1700;

/** An open database. */
export type OpenDb = Db & { readonly connections?: Connections };

/**
 * Opens a pool on a PostgreSQL address (`postgres://…`, or a socket folder in `?host=`).
 * @param pace `hurried` where shoppers wait: queries then time out when the database does not respond
 * @param timeoutScale multiplies the time-outs of a hurried pool
 */
export function connectDb(
  url: string,
  maxConnections = 10,
  pace: 'patient' | 'hurried' = 'patient',
  timeoutScale = 1,
): OpenDb {
  const isHurried = pace === 'hurried';
  const pool = new TimedPool({
    connectionString: withoutName(url),
    application_name: applicationName,
    max: maxConnections,
    Client: isHurried ? HurriedClient : PreparingClient,
    ...(isHurried && hurriedSettings(timeoutScale)),
    types: {
      getTypeParser: (oid, format) =>
        // The overloads accept each format, but not a union of both.
        oid === bigint || oid === numeric ? Number : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // A server may end an idle connection; that must not end the process. The next query opens another
  // connection.
  pool.on('error', () => {});
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return Object.assign(db, { connections: pool });
}

/** A name in the address would replace ours, which migrations use to recognise connected shops. */
const withoutName = (url: string): string => url.replace(/(?<=[?&])application_name=[^&]*&?/, '');

/** The same queries on one connection that the caller opens, ends, and may also use directly. */
export function dbOnClient(client: pg.Client): Db {
  // Kysely uses only these methods of a connection.
  const lent = { query: client.query.bind(client), release() {} } as PostgresPoolClient;
  const pool = { connect: async () => lent, end: async () => {}, options: {} };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}
