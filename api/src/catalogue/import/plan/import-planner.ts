import { isComposite } from '@fynbos/core/catalogue/composite-type.ts';
import type { TaxRule } from '@fynbos/core/pricing/tax.ts';
import type { NewTaxRule } from '../../../pricing/pricing-service.ts';
import type { TaxHome } from '../../../pricing/tax-rate.ts';
import type { ProductRecord } from '../../documents/catalogue-write-store.ts';
import { firstSlug } from '../../documents/transliterated-slug.ts';
import { nameKey } from '../format/clean-cells.ts';
import type { Findings } from '../format/findings.ts';
import type { Drafts, ProductDraft, TaxRuleDraft } from '../rows/drafts.ts';
import { AttributeBook } from './attribute-plan.ts';
import { CategoryBook } from './category-plan.ts';
import { categoryPaths, type Shop } from './current-catalogue.ts';
import type { KnownGoods } from './import-module.ts';
import { isSameJson, type Plan } from './import-plan.ts';
import { planPrices } from './price-plan.ts';
import { checkLinks, differs, type ProductPlanContext, planProductRows } from './product-plan.ts';
import { isSilent, planStock } from './stock-plan.ts';
import { planStores } from './store-plan.ts';
import { planStoreStock } from './store-stock-plan.ts';
import { type Addressee, assignUrlPaths } from './url-keys.ts';
import { checkFamilies, planFamilies } from './variant-plan.ts';

/**
 * Checks the input for consistency and against the shop, and plans the changes. The plan must not be
 * written when the findings contain a problem.
 * @param products one draft per SKU
 */
export function planImport(
  drafts: Omit<Drafts, 'products'>,
  products: ReadonlyMap<string, ProductDraft>,
  { shop, now, tax, findings }: { shop: Shop; now: Date; tax: TaxHome; findings: Findings },
): Plan {
  const rules = planTaxes(drafts.taxRules, shop.taxRules, products, findings);
  const attributes = new AttributeBook(shop, drafts.attributes, findings);
  const categories = new CategoryBook(shop, drafts.categories, findings);
  const families = planFamilies(products, shop, findings);
  const making = { shop, rules: rules.all, attributes, findings, now, tax };
  const rows = planProductRows(products, families, making);
  attributes.nameOptions();
  const rowOf = (sku: string) => rows.get(sku) ?? shop.storedProducts.get(sku);
  checkFamilies(families, products, rowOf, findings);
  checkLinks(products, rows, shop, findings);
  reportDerivedValues(products, shop, findings);
  const places = planPlaces(products, rows, categories, shop);
  assignUrlPaths(
    [...categories.addressees, ...productAddressees(products, rows, shop)],
    otherAddresses(products, categories, shop),
    findings,
  );
  const children = planChildren(families, rowOf, shop);
  const money = planMoney(products, rows, making);
  const touched = new Set([...places.keys(), ...children.keys(), ...money.touched]);
  return {
    taxRules: rules.changed,
    attributes: attributes.changes,
    options: attributes.changedOptions,
    categories: categories.changes,
    products: productChanges(rows, shop, touched, now),
    ...money.plan,
    stores: planStores(drafts.stores, shop.stores, findings),
    ...planStoreStock(drafts.storeStock, rowOf, shop.storeStock, findings),
    places,
    children,
  };
}

/** The products and categories after the import, for rows that refer to them. */
export function knownGoods({ products, categories }: Plan, shop: Shop): KnownGoods {
  const planned = new Map([...products.insert, ...products.update].map((row) => [row.sku, row.type_id]));
  const moved = new Map(categories.update.map((row) => [row.id, row]));
  const all = [...shop.categories.map((row) => moved.get(row.id) ?? row), ...categories.insert];
  const key = (path: readonly string[]) => path.map(nameKey).join('\u0000');
  const ids = new Map([...categoryPaths(all)].map(([id, path]) => [key(path), id]));
  return {
    typeOf: (sku) => planned.get(sku) ?? shop.index.get(sku)?.type_id,
    categoryId: (path) => ids.get(key(path)),
    ownerOf: ownersOf([...products.insert, ...products.update], all, shop),
  };
}

function ownersOf(
  planned: readonly ProductRecord[],
  categories: readonly { name: string; url_path: string | null }[],
  { index }: Shop,
): KnownGoods['ownerOf'] {
  let owners: Map<string, string> | undefined;
  return (path) => {
    owners ??= new Map([
      ...categories.map(
        ({ url_path, name }) => [url_path?.toLowerCase() ?? '', `the category ${name}`] as const,
      ),
      ...[...new Map([...index, ...planned.map((row) => [row.sku, row] as const)]).values()].map(
        ({ url_path, sku }) => [url_path.toLowerCase(), `the product ${sku}`] as const,
      ),
    ]);
    return owners.get(path.toLowerCase());
  };
}

function planTaxes(
  drafts: readonly TaxRuleDraft[],
  stored: readonly TaxRule[],
  products: ReadonlyMap<string, ProductDraft>,
  findings: Findings,
): { all: TaxRule[]; changed: NewTaxRule[] } {
  const useDefault = drafts.length === 0 && stored.length === 0 && products.size > 0;
  if (useDefault)
    findings.notice('the shop had no tax rules and now has those of South Africa (15 % and 0 %)');
  const seen = new Set<string>();
  const inputRules = (useDefault ? southAfricanTaxes : drafts).map(({ at, ...rule }) => {
    if (rule.code === '' || seen.has(rule.code))
      findings.problem(at, 'code', `the rule "${rule.code}" has no name or appears twice`);
    if (rule.product_tax_class_ids.length === 0)
      findings.problem(at, 'product_tax_class_ids', 'the rule has no product tax class');
    seen.add(rule.code);
    return rule;
  });
  const changed = inputRules.filter((rule) => {
    const before = stored.find((candidate) => candidate.code === rule.code);
    return !before || !isSameJson(withoutIds(before), rule);
  });
  const unchangedRules = stored.filter((rule) => !seen.has(rule.code));
  const all = [
    ...unchangedRules,
    ...inputRules.map((rule) => ({ ...rule, id: 0, rates: rule.rates.map((rate) => ({ ...rate, id: 0 })) })),
  ];
  return { all, changed };
}

function withoutIds({ id: _id, rates, ...rule }: TaxRule): NewTaxRule {
  return { ...rule, rates: rates.map(({ id: _rateId, ...rate }) => rate) };
}

/** Only for dumps: in a table, a missing address always means that it is derived. */
function reportDerivedValues(
  products: ReadonlyMap<string, ProductDraft>,
  shop: Shop,
  findings: Findings,
): void {
  for (const { sku, dumped, url_path, categories } of products.values()) {
    if (!dumped || shop.index.has(sku)) continue;
    if (url_path === undefined)
      findings.notice('addresses that the dump leaves out were derived from url_key or name', sku);
    if (categories === undefined) findings.notice('products without categories were added to none', sku);
  }
}

function planPlaces(
  products: ReadonlyMap<string, ProductDraft>,
  rows: ReadonlyMap<string, ProductRecord>,
  categories: CategoryBook,
  shop: Shop,
): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [sku, { categories: references, at }] of products) {
    const row = rows.get(sku);
    if (!references || !row) continue;
    const ids = categories.idsOf(references, at);
    const before = shop.places.get(row.id) ?? [];
    if (!isSameJson([...ids].sort(byNumber), [...before].sort(byNumber))) places.set(row.id, ids);
  }
  return places;
}

const byNumber = (left: number, right: number) => left - right;

function productAddressees(
  products: ReadonlyMap<string, ProductDraft>,
  rows: ReadonlyMap<string, ProductRecord>,
  shop: Shop,
): Addressee[] {
  return [...products.values()].flatMap((draft) => {
    const row = rows.get(draft.sku);
    if (!row) return [];
    return {
      owner: `the product ${draft.sku}`,
      at: draft.at,
      requestedPath: draft.url_path,
      currentPath: shop.index.get(draft.sku)?.url_path,
      base: () => firstSlug([row.url_key, row.name, row.sku]) || `product-${row.id}`,
      suffix: draft.sku,
      settle: (path: string) => {
        row.url_path = path;
      },
    };
  });
}

function otherAddresses(
  products: ReadonlyMap<string, ProductDraft>,
  categories: CategoryBook,
  shop: Shop,
): Map<string, string> {
  const owners = new Map([...shop.heldAddresses, ...categories.otherAddresses]);
  for (const { sku, url_path } of shop.index.values())
    if (!products.has(sku)) owners.set(url_path, `the product ${sku}`);
  return owners;
}

function planChildren(
  families: ReadonlyMap<string, string[]>,
  rowOf: (sku: string) => ProductRecord | undefined,
  shop: Shop,
): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [parentSku, skus] of families) {
    const parent = rowOf(parentSku);
    if (!parent) continue;
    const ids = skus.flatMap((sku) => rowOf(sku)?.id ?? []);
    if (!isSameJson(ids, shop.childIds.get(parent.id) ?? [])) children.set(parent.id, ids);
  }
  return children;
}

/** Plans prices and stock of all products, and lists the products they change. */
function planMoney(
  products: ReadonlyMap<string, ProductDraft>,
  rows: ReadonlyMap<string, ProductRecord>,
  { rules, shop, now, tax, findings }: ProductPlanContext,
) {
  const plan: Pick<Plan, 'prices' | 'droppedPrices' | 'stock'> = { prices: [], droppedPrices: [], stock: [] };
  const touched = new Set<number>();
  for (const [sku, draft] of products) {
    const row = rows.get(sku);
    if (!row) continue;
    const prices = planPrices(draft, row, {
      storedRows: shop.prices.get(row.id) ?? [],
      rules,
      now,
      tax,
      findings,
    });
    if (prices.rows.length > 0 || prices.dropped.length > 0) touched.add(row.id);
    plan.prices.push(...prices.rows);
    plan.droppedPrices.push(...prices.dropped.map((store_code) => ({ product_id: row.id, store_code })));
    if (!shop.stock.has(row.id) && isSilent(draft.stock) && !isComposite(row.type_id))
      findings.notice('products without stock data are in stock, and their stock is not managed', sku);
    const stock = planStock(row.id, draft.stock, shop.stock.get(row.id));
    if (stock) plan.stock.push(stock);
  }
  return { plan, touched };
}

/** A change of price, categories or children also updates the product, so that `updated_at` changes. */
function productChanges(
  rows: ReadonlyMap<string, ProductRecord>,
  shop: Shop,
  touched: ReadonlySet<number>,
  now: Date,
): Plan['products'] {
  const changes: Plan['products'] = { insert: [], update: [], moved: [] };
  for (const [sku, row] of rows) {
    const stored = shop.storedProducts.get(sku);
    if (!stored) changes.insert.push(row);
    else if (touched.has(row.id) || differs(row, stored)) {
      changes.update.push({ ...row, updated_at: now });
      if (row.url_path !== stored.url_path) changes.moved.push(row.id);
    }
  }
  return changes;
}

const at = { file: 'the taxes of South Africa', line: 1 };

/**
 * VAT in South Africa: 15 %, and 0 % on the basic foods of Schedule 2 Part B. A shop without tax rules gets
 * these if the input has none, so that a price list can be imported by itself.
 */
const southAfricanTaxes: readonly TaxRuleDraft[] = [rule('standard', 2, 15), rule('zero', 3, 0)];

function rule(code: string, taxClass: number, rate: number): TaxRuleDraft {
  return {
    at,
    code,
    product_tax_class_ids: [taxClass],
    customer_tax_class_ids: [3],
    rates: [
      {
        code: `ZA-${code}`,
        rate,
        tax_country_id: 'ZA',
        tax_region_id: 0,
        region_name: null,
        valid_from: null,
        valid_to: null,
      },
    ],
  };
}
