import type { SourceFields } from '../pricing/document-prices.ts';
import type { PriceFields } from '../pricing/price.ts';

/**
 * The entities of the catalogue (spec commerce 3, wire contract 2). Field names are the same from the database
 * row to the page.
 */
export const productTypes = [
  'simple',
  'configurable',
  'grouped',
  'bundle',
  'virtual',
  'downloadable',
] as const;
export type ProductType = (typeof productTypes)[number];

/** 1 is a child without direct access; 2 catalogue, 3 search, 4 both (spec commerce 4). */
export type Visibility = 1 | 2 | 3 | 4;

/** Products with this status or higher are disabled and cannot be loaded (spec commerce 4). */
export const disabledFrom = 2;

/** Status required to be part of another product (spec commerce 4); lists also accept 0. */
export const linkable = 1;

export type AttributeValue = string | number | boolean | string[] | number[];

export interface Stock {
  product_id: number;
  qty: number;
  is_in_stock: boolean;
  manage_stock: boolean;
  min_qty: number;
  min_sale_qty: number;
  max_sale_qty: number;
  backorders: number;
}

export interface MediaItem {
  image: string;
  pos: number;
  typ: 'image' | 'video';
  lab: string | null;
}

export interface ProductLink {
  sku: string;
  link_type: 'associated' | 'related' | 'upsell' | 'crosssell';
  linked_product_sku: string;
  linked_product_type: string;
  position: number;
  qty: number;
  /** Unique within the product. */
  id: string;
  /** Whether a shopper gets the product without choosing it: the parts of a group, unless the import says no. */
  is_default: boolean;
}

export interface ConfigurableOption {
  id: number;
  attribute_id: string;
  attribute_code: string;
  label: string;
  position: number;
  values: { value_index: string; label: string }[];
}

export interface ConfigurableChild extends Partial<PriceFields & SourceFields> {
  id: number;
  sku: string;
  name: string;
  status: number;
  tax_class_id: number;
  image: string;
  stock: Stock;
  /** As of a product. */
  errors?: Record<string, string>;
  custom_attributes: { attribute_code: string; value: AttributeValue }[];
  [attribute: string]: unknown;
}

/**
 * Ids of options, values and links are unique in the whole catalogue. Where an id was given to another
 * product before, `source_id` is the one that is unique in this product only (ADR-013).
 */
export interface BundleOption {
  option_id: number;
  source_id?: number;
  title: string;
  required: boolean;
  type: string;
  position: number;
  product_links: {
    /** Id of the selection on the wire (`option_selections`). */
    id: string;
    source_id?: string;
    sku: string;
    option_id: number;
    qty: number;
    position: number;
    is_default: boolean;
  }[];
}

export interface CustomOption {
  option_id: number;
  source_id?: number;
  title: string;
  type: string;
  is_require: boolean;
  sort_order: number;
  price?: number;
  price_type?: 'fixed' | 'percent';
  max_characters?: number;
  values: {
    option_type_id: number;
    source_id?: number;
    title: string;
    price: number;
    price_type: 'fixed' | 'percent';
    sku?: string;
    /** How many units of the product come with this value; 1 by default. */
    qty?: number;
    /** The product with this sku, if the shop has it. */
    product?: Pick<Product, 'id' | 'sku' | 'name' | 'image' | 'url_path'>;
    sort_order: number;
  }[];
}

export interface Product extends PriceFields, SourceFields {
  id: number;
  sku: string;
  /** The product's own sku and id. A client replaces sku and id by those of a chosen variant. */
  parentSku: string;
  parentId: number;
  type_id: ProductType;
  name: string;
  slug: string;
  url_key: string;
  url_path: string;
  status: number;
  visibility: Visibility;
  tax_class_id: number;
  position: number;
  description: string;
  short_description: string;
  image: string;
  small_image: string;
  thumbnail: string;
  media_gallery: MediaItem[];
  category_ids: number[];
  category: { category_id: number; name: string; slug: string; path: string }[];
  stock: Stock;
  created_at: string;
  updated_at: string;
  product_links: ProductLink[];
  configurable_options: ConfigurableOption[];
  configurable_children: ConfigurableChild[];
  bundle_options: BundleOption[];
  custom_options: CustomOption[];
  /** Messages by key; any entry blocks the product from carts (spec commerce 5). Absent when there are none. */
  errors?: Record<string, string>;
  /** Messages by key, shown with the product. Absent when there are none. */
  info?: Record<string, string>;
  /** Labels of the promotions that apply now; absent when there are none. */
  deals?: string[];
  /** Codes of these promotions, by which a cart names them; absent when there are none. */
  deal_codes?: string[];
  /** Numbers of units in a set of these promotions; absent when there are none, and for combos. */
  deal_quantities?: number[];
  /** The price per kilogram, litre or item with tax, of the cheapest variant; null when it is unknown. */
  unit_price_incl_tax?: number | null;
  /** The part of the original price that the special price saves, in percent. */
  saving_percent?: number;
  /** Average stars, with one decimal, and number of ratings of approved reviews; absent when there are none. */
  rating_summary?: { average: number; count: number };
  /** The place among the best-selling products, the best first; absent for the others (spec D66). */
  sales_rank?: number;
  /** Set on a product that must stay cold, apart from its parts (spec D59). */
  needs_cold?: true;
  /** Every attribute of the shop by its code; select attributes hold option values as text. */
  [attribute: string]: unknown;
}

export interface Category {
  id: number;
  parent_id: number;
  parent_ids: number[];
  name: string;
  slug: string;
  url_key: string;
  url_path: string;
  is_active: boolean;
  include_in_menu: boolean;
  level: number;
  position: number;
  path: string;
  image: string;
  description: string;
  /** Number of listable products in this category and its descendants. */
  product_count: number;
  children_count: number;
  children_data: { id: number; children_data: Category['children_data'] }[];
}

export interface AttributeOption {
  value: string;
  label: string;
  /** The address of a brand: `/brand/{slug}`. Other options have none. */
  slug?: string;
}

export interface Attribute {
  id: number;
  attribute_id: number;
  attribute_code: string;
  frontend_input: 'select' | 'multiselect' | 'text' | 'textarea' | 'boolean' | 'price' | 'date';
  frontend_label: string;
  default_frontend_label: string;
  is_user_defined: boolean;
  is_visible: boolean;
  is_visible_on_front: boolean;
  is_comparable: boolean;
  options: AttributeOption[];
}
