import { type MediaItem, type ProductType, productTypes } from '@fynbos/core/catalogue/entities.ts';
import { storeViews } from '@fynbos/core/shop.ts';
import { Fault, quoted, readAmount, readInstant, readQuantity, readWhole, readYesNo } from './cells.ts';
import type { Amount, AttributeInput, CategoryReference, ProductDraft, TierDraft } from './drafts.ts';
import { emptyProduct } from './drafts.ts';
import type { Findings, Origin } from './findings.ts';
import { type Entity, isRecord } from './json-lines.ts';
import { attributeCode } from './known-attributes.ts';
import { readBundleOptions, readCustomOptions } from './option-lists.ts';

type Fields = Record<string, unknown>;

/** Which fields of a document are attributes, and what attribute stands behind an id. */
export interface KnownCodes {
  isAttribute(code: string): boolean;
  codeOfId(id: string): string | undefined;
}

/** Fields of a document that mean something else than an attribute, or are computed again here. */
const notAttributes = new Set(
  `id sku parentSku parentId type_id name slug url_key url_path status visibility tax_class_id position description
  short_description image small_image thumbnail media_gallery category_ids category stock tier_prices special_price
  special_price_tax special_price_incl_tax special_from_date special_to_date price price_tax price_incl_tax
  final_price final_price_tax final_price_incl_tax original_price original_price_tax original_price_incl_tax
  original_special_price original_final_price regular_price created_at updated_at product_links configurable_options
  configurable_children bundle_options custom_options custom_attributes qty sgn tsk errors info is_configured
  configuration selectedVariant attributes_metadata children_data product_option options`.split(/\s+/),
);

/**
 * Reads a product as it is exchanged (commerce 3, wire contract 2.2), one of a Vue Storefront index
 * included: numbers may be text, attributes may stand in `custom_attributes`.
 *
 * @returns the product and the children it carries within it, which complete rows of their own
 */
export function readProductEntity(
  { at, value }: Entity,
  codes: KnownCodes,
  findings: Findings,
): ProductDraft[] {
  const fields = flattened(value);
  const product = readFields(fields, at, codes, findings);
  if (!product) return [];
  const children = listOf(fields.configurable_children).map((child) =>
    readFields({ visibility: 1, ...flattened(child) }, at, codes, findings),
  );
  const kept = children.filter((child) => child !== undefined);
  for (const child of kept) {
    child.completes = true;
    child.tax ??= product.tax;
  }
  if (fields.configurable_children !== undefined && product.type_id === 'configurable')
    product.childSkus = kept.map((child) => child.sku);
  return [product, ...kept];
}

/** Puts `custom_attributes` beside the other fields; a field that is there already wins. */
function flattened(fields: Fields): Fields {
  const custom = listOf(fields.custom_attributes)
    .filter((entry) => typeof entry.attribute_code === 'string')
    .map((entry): [string, unknown] => [entry.attribute_code as string, entry.value]);
  return { ...Object.fromEntries(custom), ...withoutNull(fields) };
}

function withoutNull(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function readFields(
  fields: Fields,
  at: Origin,
  codes: KnownCodes,
  findings: Findings,
): ProductDraft | undefined {
  const sku = scalarText(fields.sku) ?? '';
  if (sku.trim() === '' || sku.length > 200) {
    findings.problem(at, 'sku', sku === '' ? 'the sku is missing' : 'is longer than 200 characters');
    return undefined;
  }
  const draft = emptyProduct(at, sku.trim());
  draft.dumped = true;
  const take = taker(fields, at, findings);
  draft.wishedId = take('id', (text) => readWhole(text, 1, 2_000_000_000));
  draft.type_id = take('type_id', readType);
  draft.name = take('name', (text) => (text === '' ? new Fault('a product needs a name') : text));
  for (const key of ['slug', 'url_key'] as const) draft[key] = take(key, (text) => text || undefined);
  draft.url_path = take('url_path', (text) => text.replace(/^\//, '') || undefined);
  draft.status = take('status', (text) => readWhole(text, 0, 100));
  draft.visibility = take('visibility', (text) => readWhole(text, 1, 4));
  draft.position = take('position', (text) => readWhole(text, -1_000_000_000, 1_000_000_000));
  draft.description = take('description', (text) => text);
  draft.short_description = take('short_description', (text) => text);
  draft.image = take('image', (text) => text || 'no_selection');
  draft.created_at = take('created_at', (text) => readInstant(text));
  const tax = take('tax_class_id', (text) => readWhole(text || '0', 0, 1_000_000));
  if (tax !== undefined) draft.tax = { id: tax };
  readPrices(fields, draft, take, findings);
  readStock(fields.stock, draft, at, findings);
  readRelations(fields, draft, codes, findings);
  readAttributes(fields, draft, codes, findings);
  return draft;
}

function readType(text: string): ProductType | undefined | Fault {
  if (text === '') return undefined;
  if ((productTypes as readonly string[]).includes(text)) return text as ProductType;
  return new Fault(`${quoted(text)} is no type: ${productTypes.join(', ')}`);
}

type Take = <T>(key: string, read: (text: string) => T | Fault) => T | undefined;

function taker(fields: Fields, at: Origin, findings: Findings): Take {
  return (key, read) => {
    const given = fields[key];
    if (given === undefined) return undefined;
    const text = scalarText(given);
    const value = text === undefined ? new Fault('is no text and no number') : read(text);
    if (!(value instanceof Fault)) return value;
    findings.problem(at, key, value.reason);
    return undefined;
  };
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * The price at the source: `original_price` of a computed document, else `price`, else the price with
 * tax. A `final_price` below it that no special price explains is a special price of its own.
 */
function readPrices(fields: Fields, draft: ProductDraft, take: Take, findings: Findings): void {
  for (const { code } of storeViews) {
    const suffix = code && `_${code}`;
    const price =
      above0(amountIn(`original_price${suffix}`, false, take)) ??
      amountIn(`price${suffix}`, false, take) ??
      amountIn(`price_incl_tax${suffix}`, true, take);
    const special =
      above0(amountIn(`special_price${suffix}`, false, take)) ??
      above0(amountIn(`special_price_incl_tax${suffix}`, true, take));
    const from = take(`special_from_date${suffix}`, (text) => (text ? readInstant(text) : null));
    const to = take(`special_to_date${suffix}`, (text) => (text ? readInstant(text, true) : null));
    if (!price && !special) continue;
    const reduced = special ?? finalPrice(fields, price, `final_price${suffix}`, take, findings);
    draft.prices.set(code, {
      ...(price ? { price } : {}),
      special: reduced ?? null,
      from: from ?? null,
      to: to ?? null,
    });
  }
}

function amountIn(column: string, includesTax: boolean, take: Take): Amount | undefined {
  const digits = take(column, (text) => (text === '' ? undefined : readAmount(text, includesTax)));
  return digits === undefined ? undefined : { digits, includesTax, column };
}

/** In a document a price of 0 beside the price means that there is none. */
function above0(amount: Amount | undefined): Amount | undefined {
  return amount && Number(amount.digits) > 0 ? amount : undefined;
}

function finalPrice(
  fields: Fields,
  price: Amount | undefined,
  column: string,
  take: Take,
  findings: Findings,
): Amount | undefined {
  const final = above0(amountIn(column, false, take));
  if (!price || price.includesTax || !final || Number(final.digits) >= Number(price.digits)) return undefined;
  findings.notice('a final price below the price was taken as a special price', String(fields.sku));
  return final;
}

const stockQuantities = ['qty', 'min_qty', 'min_sale_qty', 'max_sale_qty'] as const;

function readStock(given: unknown, draft: ProductDraft, at: Origin, findings: Findings): void {
  const stock = Array.isArray(given) ? given[0] : given;
  if (!isRecord(stock)) return;
  const take = taker(withoutNull(stock), at, findings);
  for (const key of stockQuantities)
    draft.stock[key] = take(key, (text) => readQuantity(text.replace(/^-.*/, '0')));
  draft.stock.is_in_stock = take('is_in_stock', readYesNo);
  draft.stock.manage_stock = take('manage_stock', readYesNo);
  draft.stock.backorders = take('backorders', (text) => readWhole(text, 0, 2));
}

const linkTypes = ['associated', 'related', 'upsell', 'crosssell'] as const;

function readRelations(fields: Fields, draft: ProductDraft, codes: KnownCodes, findings: Findings): void {
  draft.categories = readCategories(fields);
  if (Array.isArray(fields.product_links)) {
    for (const type of linkTypes) draft.links.set(type, linksOf(fields.product_links, type));
  }
  if (Array.isArray(fields.media_gallery)) draft.media_gallery = readGallery(fields.media_gallery);
  if (Array.isArray(fields.tier_prices)) draft.tierPrices = readTiers(fields.tier_prices, draft, findings);
  if (Array.isArray(fields.configurable_options))
    draft.configurableOptions = readConfigurable(fields.configurable_options, draft, codes, findings);
  keep(
    fields.bundle_options,
    'bundle_options',
    readBundleOptions,
    (options) => (draft.bundleOptions = options),
  );
  keep(
    fields.custom_options,
    'custom_options',
    readCustomOptions,
    (options) => (draft.customOptions = options),
  );

  function keep<T>(
    list: unknown,
    column: string,
    read: (list: unknown[]) => T | Fault,
    put: (value: T) => void,
  ) {
    if (!Array.isArray(list)) return;
    const value = read(list);
    if (value instanceof Fault) findings.problem(draft.at, column, value.reason);
    else put(value);
  }
}

function readCategories(fields: Fields): CategoryReference[] | undefined {
  const named = listOf(fields.category).map((entry) => ({
    id: Number(entry.category_id),
    ...(typeof entry.name === 'string' ? { name: entry.name } : {}),
  }));
  const ids = Array.isArray(fields.category_ids) ? fields.category_ids.map(Number) : [];
  if (fields.category === undefined && fields.category_ids === undefined) return undefined;
  const known = new Set(named.map((entry) => entry.id));
  return [...named, ...ids.filter((id) => !known.has(id)).map((id) => ({ id }))];
}

function linksOf(links: unknown[], type: string) {
  return listOf(links)
    .filter((link) => link.link_type === type && typeof link.linked_product_sku === 'string')
    .sort((one, other) => Number(one.position ?? 0) - Number(other.position ?? 0))
    .map((link) => {
      const extra = isRecord(link.extension_attributes) ? link.extension_attributes.qty : undefined;
      const qty = Number(link.qty ?? extra ?? 1);
      return { sku: link.linked_product_sku as string, qty: qty > 0 ? qty : 1 };
    });
}

function readGallery(gallery: unknown[]): MediaItem[] {
  return listOf(gallery)
    .filter((item) => typeof item.image === 'string')
    .map((item, index) => ({
      image: item.image as string,
      pos: Number(item.pos ?? index + 1),
      typ: item.typ === 'video' ? 'video' : 'image',
      lab: typeof item.lab === 'string' ? item.lab : null,
    }));
}

function readTiers(tiers: unknown[], draft: ProductDraft, findings: Findings): TierDraft[] {
  return listOf(tiers).flatMap((tier) => {
    const qty = readQuantity(String(tier.qty));
    const digits = readAmount(String(tier.value), false);
    const fault = [qty, digits].find((one) => one instanceof Fault);
    if (fault instanceof Fault) findings.problem(draft.at, 'tier_prices', fault.reason);
    if (qty instanceof Fault || digits instanceof Fault) return [];
    const customer_group_id = Number(tier.customer_group_id ?? 32000);
    return [{ customer_group_id, qty, amount: { digits, includesTax: false, column: 'tier_prices' } }];
  });
}

function readConfigurable(options: unknown[], draft: ProductDraft, codes: KnownCodes, findings: Findings) {
  return listOf(options).flatMap((option, index) => {
    const label = typeof option.label === 'string' ? option.label : '';
    const guesses = [
      option.attribute_code,
      codes.codeOfId(String(option.attribute_id ?? '')),
      label.toLowerCase(),
    ];
    const code = guesses.find((guess) => typeof guess === 'string' && codes.isAttribute(guess));
    if (typeof code === 'string') return [{ code, label, position: Number(option.position ?? index) }];
    findings.problem(
      draft.at,
      'configurable_options',
      `no attribute is known for the option ${quoted(label || String(option.attribute_id))}`,
    );
    return [];
  });
}

function readAttributes(fields: Fields, draft: ProductDraft, codes: KnownCodes, findings: Findings): void {
  for (const [code, value] of Object.entries(fields)) {
    if (notAttributes.has(code) || code.endsWith('_options')) continue;
    if (!codes.isAttribute(code) || !attributeCode.test(code)) {
      findings.notice('fields that are no attribute of the shop were left out', code);
      continue;
    }
    const given = givenValues(value);
    if (given) draft.attributes.set(code, given);
    else findings.problem(draft.at, code, 'is no text, number, yes or no, nor a list of them');
  }
}

function givenValues(value: unknown): AttributeInput | undefined {
  const list = Array.isArray(value) ? value : [value];
  const scalars = list.every((one) => ['string', 'number', 'boolean'].includes(typeof one));
  return scalars ? { given: list as (string | number | boolean)[], as: 'values' } : undefined;
}
