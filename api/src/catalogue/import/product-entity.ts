import { type ProductType, productTypes } from '@fynbos/core/catalogue/entities.ts';
import { isRecord } from '../../is-record.ts';
import { Fault, quoted, readInstant, readQuantity, readWhole, readYesNo } from './cells.ts';
import type { AttributeInput, ProductDraft } from './drafts.ts';
import { emptyProduct } from './drafts.ts';
import { type Fields, type KnownCodes, listOf, scalarText, taker, withoutNull } from './entity-fields.ts';
import { readPrices } from './entity-prices.ts';
import { readRelations } from './entity-relations.ts';
import type { Findings, Origin } from './findings.ts';
import type { Entity } from './json-lines.ts';
import { attributeCode } from './known-attributes.ts';
import { viewTexts } from './product-texts.ts';
import { sayInView } from './view-columns.ts';

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
for (const { column } of viewTexts) notAttributes.add(column);

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
  for (const { view, field, column } of viewTexts) {
    const said = take(column, (text) => text);
    if (said !== undefined) draft.viewTexts = sayInView(draft.viewTexts, view, field, said);
  }
  draft.image = take('image', (text) => text);
  draft.created_at = take('created_at', (text) => readInstant(text));
  const tax = take('tax_class_id', (text) => readWhole(text || '0', 0, 1_000_000));
  if (tax !== undefined) draft.tax = { id: tax };
  readPrices(draft, take);
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
