import type { BundleOption, CustomOption, MediaItem, ProductType } from '@fynbos/core/catalogue/entities.ts';
import type { StoredProductLink } from '../../../db.ts';
import type { ProductTexts, ViewTexts } from '../../../schema/view-texts.ts';
import type { NewStore } from '../../../stores/store-service.ts';
import type { Origin } from '../format/findings.ts';

/**
 * The catalogue data of the input, whatever its format. An absent field was not in the input: a new entity
 * gets the default, an existing one keeps its value.
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
  /** The product's id in the source system; it is retained when it is free in the shop. */
  wishedId?: number;
  /** The product comes from a dump, where links may refer to products that were not exported. */
  dumped?: boolean;
  /** Completes another row of the same SKU and is not a product by itself. */
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
  /** Texts of other store views. An empty text removes the stored one, as in all drafts. */
  viewTexts?: ProductTexts;
  /** Messages by key; an empty object removes the stored ones. */
  errors?: Record<string, string>;
  info?: Record<string, string>;
  image?: string;
  /** The file that the buyer gets; an empty text removes it. */
  downloadFile?: string;
  created_at?: Date;
  media_gallery?: MediaItem[];
  tax?: { name: string } | { id: number };
  prices: Map<string, PriceDraft>;
  tierPrices?: TierDraft[];
  stock: StockDraft;
  categories?: CategoryReference[];
  /** By attribute code; an empty list removes the attribute. */
  attributes: Map<string, AttributeInput>;
  /** The configurable product that is the parent of this one; null when there is none. */
  parentSku?: string | null;
  /** The children in their order, when the parent lists them. Sold-out children may be missing. */
  childSkus?: string[];
  configurableOptions?: { code: string; label: string; position: number }[];
  /** By link type; a type that is present replaces all links of that type. */
  links: Map<StoredProductLink['link_type'], LinkDraft[]>;
  bundleOptions?: BundleOption[];
  customOptions?: CustomOption[];
}

/** An amount in digits, as in the input, and whether it includes tax. */
export interface Amount {
  digits: string;
  includesTax: boolean;
  column: string;
}

export interface PriceDraft {
  price?: Amount | null;
  special?: Amount | null;
  /** The result of the source's own price rules; it applies when it is lower. */
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

/** A fulfilment store; an absent field was not in the input. */
export interface StoreDraft {
  at: Origin;
  code: string;
  fields: Partial<Omit<NewStore, 'code'>>;
}

/** The stock of a product in one store; null means the stock of the shop applies. */
export interface StoreStockDraft {
  at: Origin;
  sku: string;
  store: string;
  qty: number | null;
}

export interface LinkDraft extends Pick<StoredProductLink, 'qty' | 'id' | 'is_default'> {
  sku: string;
}

/** A category by its names from the top down, or by its id in the input or in the shop. */
export type CategoryReference = { path: string[] } | { id: number; name?: string };

/** Tables contain labels, dumps contain values. Text is stored unchanged. */
export interface AttributeInput {
  values: (string | number | boolean)[];
  as: 'labels' | 'values';
}

export interface CategoryDraft {
  at: Origin;
  wishedId?: number;
  /** Names from the top down without the root category; the root itself is an empty path. */
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
  /** In order; `value` is the value that the input uses, absent when it has labels only. */
  options: { value?: string; label: string }[];
  /**
   * Option labels by store view code and default label. Options without an entry keep the label of the
   * shop.
   */
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

/** A draft with only its origin and its SKU. */
export function emptyDraft(at: Origin, sku: string): ProductDraft {
  return { at, sku, prices: new Map(), stock: {}, attributes: new Map(), links: new Map() };
}
