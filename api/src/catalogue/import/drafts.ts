import type { BundleOption, CustomOption, MediaItem, ProductType } from '@fynbos/core/catalogue/entities.ts';
import type { StoredProductLink } from '../../db.ts';
import type { NewStore } from '../../stores/service.ts';
import type { ProductTexts, ViewTexts } from '../view-texts.ts';
import type { Origin } from './findings.ts';

/**
 * What the input says about the catalogue, whatever its format was. A field that is absent was not
 * mentioned: a new thing gets its default there, one the shop has keeps what it has.
 */
export interface Drafts {
  products: ProductDraft[];
  categories: CategoryDraft[];
  attributes: AttributeDraft[];
  taxRules: TaxRuleDraft[];
  stores: StoreDraft[];
  storeStock: StoreStockDraft[];
}

export interface ProductDraft {
  at: Origin;
  sku: string;
  /** The id the product had where it comes from; kept when the shop has it free. */
  wishedId?: number;
  /** Comes out of a system where links may point at what was left behind. */
  dumped?: boolean;
  /** Completes another row of the same sku and is no product by itself. */
  completes?: boolean;
  type_id?: ProductType;
  name?: string;
  slug?: string;
  url_key?: string;
  url_path?: string;
  status?: number;
  visibility?: number;
  position?: number;
  description?: string;
  short_description?: string;
  /** In other store views; an empty text takes one away, as it does in all drafts. */
  viewTexts?: ProductTexts;
  image?: string;
  created_at?: Date;
  media_gallery?: MediaItem[];
  tax?: { name: string } | { id: number };
  prices: Map<string, PriceDraft>;
  tierPrices?: TierDraft[];
  stock: StockDraft;
  categories?: CategoryReference[];
  /** By attribute code; an empty list takes the attribute away. */
  attributes: Map<string, AttributeInput>;
  /** The configurable product this is a child of; null when it is none. */
  parentSku?: string | null;
  /** The children in their order, when the parent names them itself; sold-out ones may be left out. */
  childSkus?: string[];
  configurableOptions?: { code: string; label: string; position: number }[];
  /** By link type; a type that is there replaces all links of that type. */
  links: Map<StoredProductLink['link_type'], LinkDraft[]>;
  bundleOptions?: BundleOption[];
  customOptions?: CustomOption[];
}

/** An amount as it was written, in digits, and whether tax is in it. */
export interface Amount {
  digits: string;
  includesTax: boolean;
  column: string;
}

export interface PriceDraft {
  price?: Amount | null;
  special?: Amount | null;
  /** What the source's own rules came to; it counts when it is lower. */
  final?: Amount | null;
  from?: Date | null;
  to?: Date | null;
}

export interface TierDraft {
  customer_group_id: number;
  qty: number;
  amount: Amount;
}

export interface StockDraft {
  qty?: number;
  is_in_stock?: boolean;
  manage_stock?: boolean;
  min_qty?: number;
  min_sale_qty?: number;
  max_sale_qty?: number;
  backorders?: number;
}

/** A fulfilment store; what is absent was not mentioned. */
export interface StoreDraft {
  at: Origin;
  code: string;
  said: Partial<Omit<NewStore, 'code'>>;
}

/** What one store has of a product; null is what the shop has. */
export interface StoreStockDraft {
  at: Origin;
  sku: string;
  store: string;
  qty: number | null;
}

export interface LinkDraft {
  sku: string;
  qty: number;
}

/** A category by its names from the top down, or by the id it has in the input (or in the shop). */
export type CategoryReference = { path: string[] } | { id: number; name?: string };

/** Labels are what people write, values what a dump holds; text is kept as it is. */
export interface AttributeInput {
  given: (string | number | boolean)[];
  as: 'labels' | 'values';
}

export interface CategoryDraft {
  at: Origin;
  wishedId?: number;
  /** Names from the top down, the root category not among them; the root itself is an empty path. */
  path: string[];
  slug?: string;
  url_key?: string;
  url_path?: string;
  is_active?: boolean;
  include_in_menu?: boolean;
  position?: number;
  image?: string;
  description?: string;
  viewTexts?: ViewTexts<'name' | 'description'>;
}

export const attributeInputs = [
  'select',
  'multiselect',
  'text',
  'textarea',
  'boolean',
  'price',
  'date',
] as const;
export type InputKind = (typeof attributeInputs)[number];

export interface AttributeDraft {
  at: Origin;
  wishedId?: number;
  code: string;
  label?: string;
  input?: InputKind;
  is_user_defined?: boolean;
  is_visible?: boolean;
  is_visible_on_front?: boolean;
  is_comparable?: boolean;
  viewTexts?: ViewTexts<'frontend_label'>;
  /** In order; `value` is the one the input uses, absent when it has labels only. */
  options: { value?: string; label: string }[];
  /** What a store view calls the options, by its code and their labels; those left out read as in the shop. */
  optionTexts?: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export interface TaxRuleDraft {
  at: Origin;
  code: string;
  product_tax_class_ids: number[];
  customer_tax_class_ids: number[];
  rates: TaxRateDraft[];
}

export interface TaxRateDraft {
  code: string;
  rate: number;
  tax_country_id: string;
  tax_region_id: number;
  region_name: string | null;
  valid_from: string | null;
  valid_to: string | null;
}

/** A draft of which nothing is known but where it is and its sku. */
export function emptyProduct(at: Origin, sku: string): ProductDraft {
  return { at, sku, prices: new Map(), stock: {}, attributes: new Map(), links: new Map() };
}
