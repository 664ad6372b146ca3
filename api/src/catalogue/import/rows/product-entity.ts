import { type ProductType, productTypes } from '@fynbos/core/catalogue/entities.ts';
import { isRecord } from '../../../platform/json/is-record.ts';
import {
  ImportError,
  quoted,
  readOptionalInstant,
  readQuantity,
  readWhole,
  readYesNo,
} from '../format/cells.ts';
import type { Findings, Origin } from '../format/findings.ts';
import type { Entity } from '../format/json-lines.ts';
import { setViewText } from '../format/view-columns.ts';
import type { AttributeInput, ProductDraft } from './drafts.ts';
import { emptyDraft } from './drafts.ts';
import {
  type EntityFields,
  type KnownCodes,
  listOf,
  scalarText,
  taker,
  withoutNull,
} from './entity-fields.ts';
import { readEntityPrices } from './entity-prices.ts';
import { readRelations } from './entity-relations.ts';
import { viewTexts } from './product-texts.ts';
import { attributeCode } from './standard-attributes.ts';

/** Fields of a document that are not attributes, or that the shop computes itself. */
const notAttributes = new Set(
  `id sku parentSku parentId type_id name slug url_key url_path status visibility tax_class_id position description
  short_description image small_image thumbnail media_gallery category_ids category stock tier_prices special_price
  special_price_tax special_price_incl_tax special_from_date special_to_date price price_tax price_incl_tax
  final_price final_price_tax final_price_incl_tax original_price original_price_tax original_price_incl_tax
  original_special_price original_final_price regular_price created_at updated_at product_links configurable_options
  configurable_children bundle_options custom_options custom_attributes qty sgn tsk errors info is_configured
  configuration selectedVariant attributes_metadata children_data product_option options rating_summary sales_rank
  unit_price_incl_tax saving_percent`.split(/\s+/),
);
for (const { column } of viewTexts) notAttributes.add(column);

/**
 * Reads a product in the exchange format (spec commerce 3, wire contract 2.2), including the format of a Vue
 * Storefront index: numbers may be text, and attributes may be in `custom_attributes`.
 * @returns the product and its embedded children, which complete rows of their own
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
  const validChildren = children.filter((child) => child !== undefined);
  for (const child of validChildren) {
    child.completes = true;
    child.tax ??= product.tax;
  }
  if (fields.configurable_children !== undefined && product.type_id === 'configurable')
    product.childSkus = validChildren.map((child) => child.sku);
  return [product, ...validChildren];
}

/** Adds `custom_attributes` to the other fields; existing fields take precedence. */
function flattened(fields: EntityFields): EntityFields {
  const custom = listOf(fields.custom_attributes).flatMap(({ attribute_code, value }): [string, unknown][] =>
    typeof attribute_code === 'string' ? [[attribute_code, value]] : [],
  );
  return { ...Object.fromEntries(custom), ...withoutNull(fields) };
}

function readFields(
  fields: EntityFields,
  at: Origin,
  codes: KnownCodes,
  findings: Findings,
): ProductDraft | undefined {
  const sku = scalarText(fields.sku) ?? '';
  if (sku.trim() === '' || sku.length > 200) {
    findings.problem(at, 'sku', sku === '' ? 'the sku is missing' : 'is longer than 200 characters');
    return undefined;
  }
  const draft = emptyDraft(at, sku.trim());
  draft.dumped = true;
  const readField = taker(fields, at, findings);
  draft.wishedId = readField('id', (text) => readWhole(text, 1, 2_000_000_000));
  draft.type_id = readField('type_id', readType);
  draft.name = readField('name', (text) => (text === '' ? new ImportError('a product needs a name') : text));
  for (const key of ['slug', 'url_key'] as const) draft[key] = readField(key, (text) => text || undefined);
  draft.url_path = readField('url_path', (text) => text.replace(/^\//, '') || undefined);
  draft.status = readField('status', (text) => readWhole(text, 0, 100));
  draft.visibility = readField('visibility', (text) => readWhole(text, 1, 4));
  draft.position = readField('position', (text) => readWhole(text, -1_000_000_000, 1_000_000_000));
  draft.description = readField('description', (text) => text);
  draft.short_description = readField('short_description', (text) => text);
  for (const { view, field, column } of viewTexts) {
    const viewText = readField(column, (text) => text);
    if (viewText !== undefined) draft.viewTexts = setViewText(draft.viewTexts, view, field, viewText);
  }
  draft.image = readField('image', (text) => text);
  draft.errors = readMessages(fields.errors);
  draft.info = readMessages(fields.info);
  draft.created_at = readField('created_at', (text) => readOptionalInstant(text) ?? undefined);
  const tax = readField('tax_class_id', (text) => readWhole(text || '0', 0, 1_000_000));
  if (tax !== undefined) draft.tax = { id: tax };
  readEntityPrices(draft, readField);
  readStock(fields.stock, draft, at, findings);
  readRelations(fields, draft, codes, findings);
  readAttributes(fields, draft, codes, findings);
  return draft;
}

/** Reads messages by key. Old clients know empty entries, which say nothing. */
function readMessages(messages: unknown): Record<string, string> | undefined {
  if (!isRecord(messages)) return undefined;
  const entries = Object.entries(messages).filter(([, text]) => text && isScalar(text));
  return Object.fromEntries(entries.map(([key, text]) => [key, String(text)]));
}

function readType(text: string): ProductType | undefined | ImportError {
  if (text === '') return undefined;
  return (
    productTypes.find((type) => type === text) ??
    new ImportError(`${quoted(text)} is no type: ${productTypes.join(', ')}`)
  );
}

const stockQuantities = ['qty', 'min_qty', 'min_sale_qty', 'max_sale_qty'] as const;

function readStock(rawStock: unknown, draft: ProductDraft, at: Origin, findings: Findings): void {
  const stock = Array.isArray(rawStock) ? rawStock[0] : rawStock;
  if (!isRecord(stock)) return;
  const readField = taker(withoutNull(stock), at, findings);
  for (const key of stockQuantities)
    draft.stock[key] = readField(key, (text) => readQuantity(text.replace(/^-.*/, '0')));
  draft.stock.is_in_stock = readField('is_in_stock', readYesNo);
  draft.stock.manage_stock = readField('manage_stock', readYesNo);
  draft.stock.backorders = readField('backorders', (text) => readWhole(text, 0, 2));
}

function readAttributes(
  fields: EntityFields,
  draft: ProductDraft,
  codes: KnownCodes,
  findings: Findings,
): void {
  for (const [code, value] of Object.entries(fields)) {
    if (notAttributes.has(code) || code.endsWith('_options')) continue;
    if (!codes.isAttribute(code) || !attributeCode.test(code)) {
      findings.notice('fields that are no attribute of the shop were skipped', code);
      continue;
    }
    const input = givenValues(value);
    if (input) draft.attributes.set(code, input);
    else findings.problem(draft.at, code, 'is no text, number or boolean, nor a list of them');
  }
}

function givenValues(value: unknown): AttributeInput | undefined {
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list.every(isScalar) ? { values: list, as: 'values' } : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
