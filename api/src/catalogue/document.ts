import type {
  Attribute,
  BundleOption,
  Category,
  ConfigurableChild,
  ConfigurableOption,
  Product,
  ProductLink,
  Stock,
  TierPrice,
} from '@fynbos/core/catalogue/entities.ts';
import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { netToDecimal } from '@fynbos/core/money.ts';
import { drawnImage } from '@fynbos/core/pictures/address.ts';
import {
  type PriceFields,
  priceChangesAt,
  priceFields,
  priceOf,
  type ShopPrice,
  type SourcePrice,
  sumOfPrices,
} from '@fynbos/core/pricing/price.ts';
import { type TaxRule, taxRate } from '@fynbos/core/pricing/tax.ts';
import type { StoreView } from '@fynbos/core/shop.ts';
import type { ProductRow } from './store.ts';

/** Everything a document is made of besides the row itself, gathered for a batch of products. */
export interface Material {
  view: StoreView;
  now: Date;
  taxRules: readonly TaxRule[];
  attributes: ReadonlyMap<string, Attribute>;
  categories: ReadonlyMap<number, Category>;
  prices: ReadonlyMap<number, SourcePrice>;
  stock: ReadonlyMap<number, Stock>;
  categoryIds: ReadonlyMap<number, number[]>;
  /** Children of configurable products by the parent's id, in order. */
  children: ReadonlyMap<number, ProductRow[]>;
  /** Products that links mention, by sku. */
  linked: ReadonlyMap<string, ProductRow>;
}

/** A product document and the instant its price may change by itself. */
export interface Document {
  product: Product;
  /** The skus of all its enabled children, those that are sold out too. */
  childSkus: string[];
  changesAt: number | undefined;
}

const free: SourcePrice = { price: 0, special_price: null, special_from_date: null, special_to_date: null };

/** Composes the document of one product as it travels (commerce 3, wire contract 2.2). */
export function composeProduct(row: ProductRow, from: Material): Document {
  const enabled = (from.children.get(row.id) ?? []).filter((child) => child.status < disabledFrom);
  const stock = stockOf(row, enabled, from);
  const price = priceOfProduct(row, enabled, from);
  const product: Product = {
    ...row.attributes,
    ...optionUnions(row, enabled),
    id: row.id,
    sku: row.sku,
    parentSku: row.sku,
    type_id: row.type_id,
    name: row.name,
    slug: row.slug,
    url_key: row.url_key,
    url_path: row.url_path,
    status: row.status,
    visibility: row.visibility as Product['visibility'],
    tax_class_id: row.tax_class_id,
    position: row.position,
    description: row.description,
    short_description: row.short_description,
    image: imageOf(row),
    small_image: imageOf(row),
    thumbnail: imageOf(row),
    media_gallery: row.media_gallery,
    ...categoriesOf(row.id, from),
    stock,
    ...priceFields(price),
    ...specialDates(row.id, from),
    tier_prices: tierPrices(row),
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
    product_links: productLinks(row, from),
    configurable_options: configurableOptions(row, enabled, from),
    configurable_children: enabled
      .map((child) => composeChild(child, from))
      .filter((child) => child.stock.is_in_stock),
    bundle_options: row.bundle_options,
    custom_options: row.custom_options,
  };
  return {
    product,
    childSkus: enabled.map((child) => child.sku),
    changesAt: changesAt([row, ...enabled, ...partsOf(row, from).map((part) => part.row)], from),
  };
}

/** A product without a picture gets a drawn one; one that says `no_selection` wants none (commerce 3, decision page 004). */
function imageOf(row: ProductRow): string {
  return row.image === '' ? drawnImage(row.sku) : row.image;
}

function priceOfRow(row: ProductRow, from: Material): ShopPrice {
  const rate = taxRate(row.tax_class_id, from.taxRules, { country: from.view.country, now: from.now });
  return priceOf(from.prices.get(row.id) ?? free, rate, from.now);
}

/** The price shown for a product of any type (commerce 4 «Price calculation»). */
function priceOfProduct(row: ProductRow, enabled: readonly ProductRow[], from: Material): ShopPrice {
  const own = priceOfRow(row, from);
  if (row.type_id === 'configurable') return cheapestChild(enabled, from) ?? own;
  if (row.type_id === 'grouped' || row.type_id === 'bundle') {
    const parts = partsOf(row, from).map(({ row: part, qty }) => ({ price: priceOfRow(part, from), qty }));
    const sum = sumOfPrices(parts);
    return row.type_id === 'grouped' || sum.final > 0 ? sum : own;
  }
  return own;
}

/** A configurable shows its cheapest child that can be bought, or the cheapest when none can. */
function cheapestChild(enabled: readonly ProductRow[], from: Material): ShopPrice | undefined {
  const buyable = enabled.filter((child) => from.stock.get(child.id)?.is_in_stock);
  const prices = (buyable.length > 0 ? buyable : enabled).map((child) => priceOfRow(child, from));
  return prices.sort((one, other) => one.final_incl_tax - other.final_incl_tax)[0];
}

/** What a grouped or bundle product is made of by default: each part and how many of it. */
function partsOf(row: ProductRow, from: Material): { row: ProductRow; qty: number }[] {
  return defaultParts(row).flatMap(({ sku, qty }) => {
    const part = from.linked.get(sku);
    return part && part.status < disabledFrom ? [{ row: part, qty }] : [];
  });
}

function defaultParts(row: ProductRow): { sku: string; qty: number }[] {
  if (row.type_id === 'grouped') {
    return row.product_links
      .filter((link) => link.link_type === 'associated')
      .map((link) => ({ sku: link.linked_product_sku, qty: 1 }));
  }
  if (row.type_id !== 'bundle') return [];
  return row.bundle_options.flatMap((option) => {
    const link = option.product_links.find((one) => one.is_default) ?? option.product_links[0];
    return link ? [{ sku: link.sku, qty: link.qty }] : [];
  });
}

/** The skus a product's document needs to know of. */
export function linkedSkus(row: ProductRow): string[] {
  return [
    ...row.product_links.map((link) => link.linked_product_sku),
    ...row.bundle_options.flatMap((option: BundleOption) => option.product_links.map((link) => link.sku)),
  ];
}

const nothingInStock = {
  qty: 0,
  is_in_stock: false,
  manage_stock: true,
  min_qty: 0,
  min_sale_qty: 1,
  max_sale_qty: 10_000,
  backorders: 0,
};

/** A configurable is in stock when a child is; the rest is what the shelf says. */
function stockOf(row: ProductRow, enabled: readonly ProductRow[], from: Material): Stock {
  const own = from.stock.get(row.id) ?? { product_id: row.id, ...nothingInStock };
  if (row.type_id !== 'configurable') return own;
  const children = enabled.map((child) => from.stock.get(child.id));
  return { ...own, is_in_stock: children.some((stock) => stock?.is_in_stock) };
}

function composeChild(row: ProductRow, from: Material): ConfigurableChild {
  const fields: PriceFields = priceFields(priceOfRow(row, from));
  return {
    ...row.attributes,
    ...fields,
    id: row.id,
    sku: row.sku,
    name: row.name,
    status: row.status,
    image: imageOf(row),
    stock: from.stock.get(row.id) ?? { product_id: row.id, ...nothingInStock },
    tier_prices: tierPrices(row),
    custom_attributes: Object.entries(row.attributes).map(([attribute_code, value]) => ({
      attribute_code,
      value,
    })),
  };
}

/** `colour_options: ['49', '50']`: what facets of a configurable count (wire contract 2.2). */
function optionUnions(row: ProductRow, enabled: readonly ProductRow[]): Record<string, string[]> {
  return Object.fromEntries(
    row.configurable_options.map(({ attribute_code }) => [
      `${attribute_code}_options`,
      valuesOf(enabled, attribute_code),
    ]),
  );
}

function valuesOf(rows: readonly ProductRow[], code: string): string[] {
  return [...new Set(rows.map((row) => row.attributes[code]).filter((value) => value !== undefined))].map(
    String,
  );
}

/** Values of sold-out children stay, so that the page can show them as unavailable (decision 20). */
function configurableOptions(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: Material,
): ConfigurableOption[] {
  return row.configurable_options.map(({ attribute_code, label, position }) => {
    const attribute = from.attributes.get(attribute_code);
    const used = new Set(valuesOf(enabled, attribute_code));
    return {
      id: attribute?.attribute_id ?? 0,
      attribute_id: String(attribute?.attribute_id ?? ''),
      attribute_code,
      label: label || (attribute?.frontend_label ?? attribute_code),
      position,
      values: (attribute?.options ?? [])
        .filter((option) => used.has(option.value))
        .map((option) => ({ value_index: option.value, label: option.label })),
    };
  });
}

function productLinks(row: ProductRow, from: Material): ProductLink[] {
  return row.product_links.flatMap((link) => {
    const product = from.linked.get(link.linked_product_sku);
    return product ? [{ ...link, sku: row.sku, linked_product_type: product.type_id }] : [];
  });
}

function categoriesOf(id: number, from: Material): Pick<Product, 'category_ids' | 'category'> {
  const category_ids = from.categoryIds.get(id) ?? [];
  const category = category_ids.flatMap((category_id) => {
    const found = from.categories.get(category_id);
    return found ? [{ category_id, name: found.name, slug: found.slug, path: found.url_path }] : [];
  });
  return { category_ids, category };
}

function tierPrices(row: ProductRow): TierPrice[] {
  return row.tier_prices.map((tier) => ({ ...tier, value: netToDecimal(tier.value) }));
}

function specialDates(id: number, from: Material) {
  const source = from.prices.get(id) ?? free;
  return { special_from_date: source.special_from_date, special_to_date: source.special_to_date };
}

function changesAt(rows: readonly ProductRow[], from: Material): number | undefined {
  const instants = rows
    .map((row) => priceChangesAt(from.prices.get(row.id) ?? free, from.now)?.getTime())
    .filter((instant) => instant !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** `2026-11-20 10:00:00` in UTC, the date format of the catalogue (wire contract 2.1). */
function instantText(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
