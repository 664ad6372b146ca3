import { canChooseAll } from '@fynbos/core/catalogue/choices/custom-choices.ts';
import type {
  BundleOption,
  ConfigurableChild,
  ConfigurableOption,
  CustomOption,
  Product,
  ProductLink,
  Stock,
} from '@fynbos/core/catalogue/entities.ts';
import { disabledFrom } from '@fynbos/core/catalogue/entities.ts';
import { drawnImage } from '@fynbos/core/images/drawn-image.ts';
import { minPurchasable } from '@fynbos/core/stock/quantity.ts';
import type { ProductRow } from './catalogue-store.ts';
import { coldField } from './cold-product.ts';
import { partsAreThere } from './composite-product.ts';
import { changesAt, childFields, findPart, isBuyable, partsOf, productFields } from './document-price.ts';
import type { DocumentSources } from './document-sources.ts';
import { type PricesByGroup, pricesByGroup } from './group-prices.ts';
import { withCatalogueIds } from './option-ids.ts';
import { configuredBy, newFlag, shownAttributes } from './product-attributes.ts';

/** A product document and the time at which its price may change. */
export interface Document {
  product: Product;
  /** The skus of all enabled children, including sold-out ones. */
  childSkus: string[];
  /** The shop's default name where this view has another one; search finds both. */
  shopName?: string;
  changesAt: number | undefined;
  /** Prices of customer groups that differ from those of guests. */
  byGroup: PricesByGroup | undefined;
  /** Problems of the product, for the log (spec commerce 4). */
  findings: string[];
}

/** Composes the document of one product in its wire format (spec commerce 3, wire contract 2.2). */
export function composeProduct(row: ProductRow, from: DocumentSources): Document {
  const enabled = (from.children.get(row.id) ?? []).filter((child) => child.status < disabledFrom);
  const stock = stockOf(row, enabled, from);
  const promotion = from.promotionLabels.of(
    [row.sku, ...enabled.map((child) => child.sku)],
    from.now,
    from.view.currency,
  );
  const product: Product = {
    ...newFlag(row, from),
    ...shownAttributes(row, from, configuredBy(row)),
    ...optionUnions(row, enabled),
    id: row.id,
    sku: row.sku,
    parentSku: row.sku,
    parentId: row.id,
    type_id: row.type_id,
    name: row.name,
    slug: row.slug,
    url_key: row.url_key,
    url_path: row.url_path,
    status: row.status,
    // The import accepts only the values of Visibility.
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
    ...productFields(row, enabled, from),
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
    product_links: productLinks(row, from),
    configurable_options: configurableOptions(row, enabled, from),
    configurable_children: enabled
      .map((child) => composeChild(child, from, configuredBy(row)))
      .filter((child) => child.stock.is_in_stock),
    ...withCatalogueIds({ ...row, custom_options: customOptions(row, from) }, from.optionIds.get(row.id)),
    ...messagesOf(row),
    ...coldField(row, from),
    // Most products have neither, and every field adds to the size of lists.
    ...(promotion.labels.length > 0 && { deals: promotion.labels, deal_codes: promotion.codes }),
    ...(promotion.quantities.length > 0 && { deal_quantities: promotion.quantities }),
    ...from.statistics.get(row.id),
  };
  const parts = partsOf(row, from).flatMap((part) => part.row ?? []);
  return {
    product,
    childSkus: enabled.map((child) => child.sku),
    changesAt: earlier(changesAt([row, ...enabled, ...parts], from), promotion.changesAt),
    byGroup: pricesByGroup(row, enabled, from),
    findings: findingsOf(row, enabled, from),
  };
}

const earlier = (left: number | undefined, right: number | undefined): number | undefined =>
  left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);

/**
 * A product without a picture gets a drawn one, unless it has `no_selection` (spec commerce 3, ADR-009).
 */
function imageOf(row: ProductRow): string {
  return row.image === '' ? drawnImage(row.sku) : row.image;
}

/** Log messages for a product that cannot be sold as it is (spec commerce 4 «Price calculation»). */
function findingsOf(row: ProductRow, enabled: readonly ProductRow[], from: DocumentSources): string[] {
  const parts = partsOf(row, from);
  if (row.type_id === 'configurable') return wrongOptions(row, enabled, from);
  if (row.type_id === 'grouped' && parts.length === 0) return [`Product ${row.sku} has no product_links`];
  return parts.filter((part) => !part.row).map((part) => `Product link not found: ${part.sku} in ${row.sku}`);
}

/** The attributes that no choice can be made of: unknown ones, and those that a variant has no value of. */
function wrongOptions(row: ProductRow, enabled: readonly ProductRow[], from: DocumentSources): string[] {
  return row.configurable_options.flatMap(({ attribute_code }) => {
    if (!from.attributes.has(attribute_code))
      return `Wrong configurable_options in ${row.sku}: there is no attribute ${attribute_code}`;
    const child = enabled.find(({ attributes }) => attributes[attribute_code] === undefined);
    return child ? `Wrong configurable_options in ${row.sku}: ${child.sku} has no ${attribute_code}` : [];
  });
}

/** The skus that the product's document depends on. */
export function linkedSkus(row: ProductRow): string[] {
  return [
    ...row.product_links.map((link) => link.linked_product_sku),
    ...row.bundle_options.flatMap((option: BundleOption) => option.product_links.map((link) => link.sku)),
    ...row.custom_options.flatMap((option) => option.values.flatMap(({ sku }) => sku ?? [])),
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

/**
 * The stock of a product, which is in stock only if the cart takes it: its required options have values, and enough
 * of the variants or parts are in stock that it is composed of.
 */
function stockOf(row: ProductRow, enabled: readonly ProductRow[], from: DocumentSources): Stock {
  const ownStock = from.stock.get(row.id) ?? { product_id: row.id, ...nothingInStock };
  const isThere =
    row.type_id === 'configurable'
      ? enabled.some((child) => isBuyable(child, from))
      : ownStock.is_in_stock && partsAreThere(row, minPurchasable(ownStock), (sku) => findPart(sku, from));
  return { ...ownStock, is_in_stock: isThere && canChooseAll(row.custom_options) };
}

function composeChild(
  row: ProductRow,
  from: DocumentSources,
  needed: ReadonlySet<string>,
): ConfigurableChild {
  const attributes = shownAttributes(row, from, needed);
  return {
    ...attributes,
    ...childFields(row, from),
    id: row.id,
    sku: row.sku,
    name: row.name,
    status: row.status,
    tax_class_id: row.tax_class_id,
    image: imageOf(row),
    stock: stockOf(row, [], from),
    ...messagesOf(row),
    custom_attributes: Object.entries(attributes).map(([attribute_code, value]) => ({
      attribute_code,
      value,
    })),
  };
}

/** `colour_options: ['49', '50']`: the values that facets of a configurable count (wire contract 2.2). */
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

/** Values of sold-out children stay, so that the page can show them as unavailable (spec D20). */
function configurableOptions(
  row: ProductRow,
  enabled: readonly ProductRow[],
  from: DocumentSources,
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

function productLinks(row: ProductRow, from: DocumentSources): ProductLink[] {
  return row.product_links.flatMap((link, index) => {
    const product = from.linked.get(link.linked_product_sku);
    if (!product) return [];
    const { id = String(index + 1), is_default = link.link_type === 'associated' } = link;
    return [{ ...link, id, is_default, sku: row.sku, linked_product_type: product.type_id }];
  });
}

/** Messages of the shop owner. Most products have none, and every field adds to the size of lists. */
function messagesOf({ errors, info }: ProductRow): Pick<Product, 'errors' | 'info'> {
  const has = (messages: object) => Object.keys(messages).length > 0;
  return { ...(has(errors) && { errors }), ...(has(info) && { info }) };
}

/** A value of an option may stand for a product of the shop (spec commerce 3). */
function customOptions(row: ProductRow, from: DocumentSources): CustomOption[] {
  return row.custom_options.map((option) => ({
    ...option,
    values: option.values.map((value) => {
      const named = value.sku === undefined ? undefined : from.linked.get(value.sku);
      const product = named && named.status < disabledFrom ? { product: linkedProduct(named) } : {};
      return { ...value, qty: value.qty ?? 1, ...product };
    }),
  }));
}

function linkedProduct(row: ProductRow) {
  const { id, sku, name, url_path } = row;
  return { id, sku, name, image: imageOf(row), url_path };
}

function categoriesOf(id: number, from: DocumentSources): Pick<Product, 'category_ids' | 'category'> {
  const category_ids = from.categoryIds.get(id) ?? [];
  const category = category_ids.flatMap((category_id) => {
    const row = from.categories.get(category_id);
    return row?.is_active ? [{ category_id, name: row.name, slug: row.slug, path: row.url_path }] : [];
  });
  return { category_ids, category };
}

/** `2026-11-20 10:00:00` in UTC, the date format of the catalogue (wire contract 2.1). */
function instantText(instant: Date): string {
  return instant.toISOString().slice(0, 19).replace('T', ' ');
}
