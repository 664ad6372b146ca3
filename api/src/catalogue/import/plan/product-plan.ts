import { defaultStoreView } from '@fynbos/core/shop.ts';
import type { StoredConfigurableOption, StoredProductLink } from '../../../db.ts';
import type { ProductRecord } from '../../documents/catalogue-write-store.ts';
import { firstSlug } from '../../documents/transliterated-slug.ts';
import { quoted } from '../format/cells.ts';
import type { Findings } from '../format/findings.ts';
import { mergeStoredTexts } from '../format/view-columns.ts';
import type { ProductDraft } from '../rows/drafts.ts';
import type { AttributeBook } from './attribute-plan.ts';
import type { Shop } from './current-catalogue.ts';
import { isSameJson } from './import-plan.ts';
import { type ImportTax, importedRate, netOf } from './price-plan.ts';

/** Context for composing product rows. */
export interface ProductPlanContext extends ImportTax {
  shop: Shop;
  attributes: AttributeBook;
  findings: Findings;
}

/**
 * The planned rows of all products of the input: input values first, then stored values, then defaults. The
 * addresses of new products are still empty.
 */
export function planProductRows(
  products: ReadonlyMap<string, ProductDraft>,
  families: ReadonlyMap<string, string[]>,
  making: ProductPlanContext,
): Map<string, ProductRecord> {
  const newId = idGiver(making.shop);
  const childOf = new Set([...families.values()].flat());
  const rows = new Map<string, ProductRecord>();
  for (const [sku, draft] of products) {
    const stored = making.shop.storedProducts.get(sku);
    rows.set(
      sku,
      composeRow(draft, { stored, newId: () => newId(draft.wishedId), isChild: childOf.has(sku) }, making),
    );
  }
  for (const [parent, children] of families)
    inheritTax(parent, children, { products, rows, shop: making.shop });
  for (const [sku, draft] of products) {
    const row = rows.get(sku);
    if (row && draft.tierPrices) row.tier_prices = tierPrices(draft, row.tax_class_id, making);
  }
  return rows;
}

function idGiver(shop: Shop): (wished: number | undefined) => number {
  const usedIds = new Set(shop.skuById.keys());
  let next = shop.next.product;
  return (wished) => {
    while (usedIds.has(next)) next += 1;
    const id = wished !== undefined && !usedIds.has(wished) ? wished : next;
    usedIds.add(id);
    return id;
  };
}

function composeRow(
  draft: ProductDraft,
  { stored, newId, isChild }: { stored: ProductRecord | undefined; newId: () => number; isChild: boolean },
  making: ProductPlanContext,
): ProductRecord {
  const name = draft.name ?? stored?.name ?? nameless(draft, making.findings);
  const type_id = draft.type_id ?? stored?.type_id ?? 'simple';
  const id = stored?.id ?? newId();
  const url_key = draft.url_key ?? stored?.url_key ?? keyOf(draft, name, id);
  return {
    id,
    sku: draft.sku,
    type_id,
    name,
    slug: draft.slug ?? stored?.slug ?? url_key,
    url_key,
    url_path: stored?.url_path ?? '',
    status: draft.status ?? stored?.status ?? 1,
    visibility: draft.visibility ?? stored?.visibility ?? (isChild ? 1 : 4),
    tax_class_id: taxClassOf(draft, stored, making),
    position: draft.position ?? stored?.position ?? 0,
    description: draft.description ?? stored?.description ?? '',
    short_description: draft.short_description ?? stored?.short_description ?? '',
    image: draft.image ?? stored?.image ?? '',
    media_gallery: draft.media_gallery ?? stored?.media_gallery ?? [],
    attributes: attributesOf(draft, stored, making.attributes),
    configurable_options: configurableOptions(draft, stored, making),
    bundle_options: draft.bundleOptions ?? stored?.bundle_options ?? [],
    custom_options: draft.customOptions ?? stored?.custom_options ?? [],
    product_links: linksOf(draft, stored),
    tier_prices: stored?.tier_prices ?? [],
    view_texts: textsOf(draft, stored, making),
    errors: draft.errors ?? stored?.errors ?? {},
    info: draft.info ?? stored?.info ?? {},
    created_at: draft.created_at ?? stored?.created_at ?? making.now,
    updated_at: stored?.updated_at ?? making.now,
  };
}

function nameless(draft: ProductDraft, findings: Findings): string {
  findings.missing(draft.at, 'name', 'a new product needs a name');
  return draft.sku;
}

function keyOf(draft: ProductDraft, name: string, id: number): string {
  const last = draft.url_path
    ?.split('/')
    .at(-1)
    ?.replace(/\.html?$/, '');
  return last || firstSlug([name, draft.sku]) || `product-${id}`;
}

function taxClassOf(
  draft: ProductDraft,
  stored: ProductRecord | undefined,
  { rules, findings }: ProductPlanContext,
): number {
  const { tax } = draft;
  if (tax && 'id' in tax) {
    if (tax.id > 0 && !rules.some((rule) => rule.product_tax_class_ids.includes(tax.id)))
      findings.notice('tax classes without a rule are not taxed', String(tax.id));
    return tax.id;
  }
  if (tax) {
    const rule = rules.find((candidate) => candidate.code.toLowerCase() === tax.name.toLowerCase());
    if (rule) return rule.product_tax_class_ids[0] ?? 0;
    findings.problem(
      draft.at,
      'tax_class',
      `there is no tax class ${quoted(tax.name)}: ${rules.map((candidate) => candidate.code).join(', ')}`,
    );
    return 0;
  }
  if (stored) return stored.tax_class_id;
  findings.notice('products without a tax class are taxed as standard, if there is such a rule', draft.sku);
  return rules.find((rule) => rule.code === 'standard')?.product_tax_class_ids[0] ?? 0;
}

/** A new parent without a tax class gets the class of its first child. */
function inheritTax(
  parent: string,
  children: readonly string[],
  {
    products,
    rows,
    shop,
  }: { products: ReadonlyMap<string, ProductDraft>; rows: ReadonlyMap<string, ProductRecord>; shop: Shop },
): void {
  const row = rows.get(parent);
  const first = children[0] === undefined ? undefined : rows.get(children[0]);
  if (row && first && !shop.storedProducts.has(parent) && !products.get(parent)?.tax)
    row.tax_class_id = first.tax_class_id;
}

function attributesOf(draft: ProductDraft, stored: ProductRecord | undefined, book: AttributeBook) {
  if (draft.attributes.size === 0) return stored?.attributes ?? {};
  const attributes = { ...stored?.attributes };
  for (const [code, input] of draft.attributes) {
    const value = book.valueFor(code, input, draft.at);
    if (value === undefined) delete attributes[code];
    else attributes[code] = value;
  }
  return attributes;
}

/** Choice attributes use the labels of their options. Only text attributes have texts per product. */
function textsOf(
  draft: ProductDraft,
  stored: ProductRecord | undefined,
  { attributes, findings }: ProductPlanContext,
): ProductRecord['view_texts'] {
  for (const [view, texts] of Object.entries(draft.viewTexts ?? {})) {
    for (const [field, text] of Object.entries(texts)) {
      const code = field.startsWith('attr_') && text ? field.slice('attr_'.length) : undefined;
      if (code !== undefined && !attributes.isText(code))
        findings.problem(draft.at, `${field}_${view}`, `${quoted(code)} is no text attribute`);
    }
  }
  return mergeStoredTexts(stored?.view_texts, draft.viewTexts);
}

function configurableOptions(
  draft: ProductDraft,
  stored: ProductRecord | undefined,
  { attributes, findings }: ProductPlanContext,
): StoredConfigurableOption[] {
  if (!draft.configurableOptions) return stored?.configurable_options ?? [];
  return draft.configurableOptions.map(({ code, label, position }) => {
    const known = attributes.has(code);
    if (!known)
      findings.problem(draft.at, 'configurable_attributes', `there is no attribute ${quoted(code)}`);
    return {
      attribute_code: code,
      label: label || (known ? attributes.get(code).row.frontend_label : code),
      position,
    };
  });
}

const linkTypes = ['associated', 'related', 'upsell', 'crosssell'] as const;

function linksOf(draft: ProductDraft, stored: ProductRecord | undefined): StoredProductLink[] {
  if (draft.links.size === 0) return stored?.product_links ?? [];
  return linkTypes.flatMap((link_type) => {
    const linkDrafts = draft.links.get(link_type);
    if (!linkDrafts) return (stored?.product_links ?? []).filter((link) => link.link_type === link_type);
    return linkDrafts.map(({ sku, ...link }, index) => ({
      link_type,
      linked_product_sku: sku,
      position: index + 1,
      ...link,
    }));
  });
}

function tierPrices(
  draft: ProductDraft,
  taxClass: number,
  context: ProductPlanContext,
): ProductRecord['tier_prices'] {
  const rate = () => importedRate(taxClass, defaultStoreView, context);
  return (draft.tierPrices ?? [])
    .map(({ customer_group_id, qty, amount }) => ({ customer_group_id, qty, value: netOf(amount, rate) }))
    .sort((left, right) => left.customer_group_id - right.customer_group_id || left.qty - right.qty);
}

/** Checks that linked products exist and that composite products have parts. */
export function checkLinks(
  products: ReadonlyMap<string, ProductDraft>,
  rows: ReadonlyMap<string, ProductRecord>,
  shop: Shop,
  findings: Findings,
): void {
  for (const [sku, draft] of products) {
    const row = rows.get(sku);
    if (!row) continue;
    const linked: [string, string][] = [
      ...[...draft.links].flatMap(([type, links]) => links.map((link): [string, string] => [type, link.sku])),
      ...(draft.bundleOptions ?? []).flatMap((option) =>
        option.product_links.map((link): [string, string] => ['bundle_options', link.sku]),
      ),
    ];
    for (const [column, linkedSku] of linked) {
      if (linkedSku === sku) findings.problem(draft.at, column, 'the product links to itself');
      else if (!products.has(linkedSku) && !shop.index.has(linkedSku))
        unknownLink(draft, column, linkedSku, findings);
    }
    if (row.type_id === 'bundle' && row.bundle_options.length === 0)
      findings.notice('bundles without options cannot be bought', sku);
    if (row.type_id === 'grouped' && !row.product_links.some((link) => link.link_type === 'associated'))
      findings.notice('grouped products without associated products cannot be bought', sku);
  }
}

function unknownLink(draft: ProductDraft, column: string, sku: string, findings: Findings): void {
  if (draft.dumped)
    findings.notice('links to products that do not exist show nothing', `${draft.sku}: ${sku}`);
  else findings.problem(draft.at, column, `there is no product ${quoted(sku)}, neither here nor in the shop`);
}

/** Whether a product's row differs from the stored one. */
export function differs(row: ProductRecord, stored: ProductRecord): boolean {
  // A row has only the columns of `ProductRecord`; `Object.keys` types them as strings.
  return (Object.keys(row) as (keyof ProductRecord)[]).some(
    (field) => field !== 'updated_at' && !isSameJson(row[field], stored[field]),
  );
}
