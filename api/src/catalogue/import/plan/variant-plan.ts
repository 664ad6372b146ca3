import type { ProductRecord } from '../../documents/catalogue-write-store.ts';
import { quoted } from '../format/cells.ts';
import type { Findings, Origin } from '../format/findings.ts';
import type { ProductDraft } from '../rows/drafts.ts';
import type { Shop } from './current-catalogue.ts';

/**
 * The planned children of every configurable product, by the parent's SKU. The children of the input come
 * first, in its order. Stored children that the input does not mention follow, because a dump leaves out
 * sold-out products.
 */
export function planFamilies(
  products: ReadonlyMap<string, ProductDraft>,
  shop: Shop,
  findings: Findings,
): Map<string, string[]> {
  const claimed = claimedChildren(products, shop, findings);
  for (const { sku, childSkus } of products.values()) {
    if (childSkus) claimed.set(sku, [...new Set([...childSkus, ...(claimed.get(sku) ?? [])])]);
  }
  const families = new Map<string, string[]>();
  for (const parent of parentsTouched(products, claimed, shop)) {
    const claimedSkus = claimed.get(parent) ?? [];
    const remainingSkus = storedChildren(parent, shop).filter(
      (sku) => !claimedSkus.includes(sku) && products.get(sku)?.parentSku === undefined,
    );
    families.set(parent, [...claimedSkus, ...remainingSkus]);
  }
  return families;
}

/** Children by the parent that their rows name; an unknown parent is a problem. */
function claimedChildren(products: ReadonlyMap<string, ProductDraft>, shop: Shop, findings: Findings) {
  const claimed = new Map<string, string[]>();
  for (const { sku, parentSku, at } of products.values()) {
    if (!parentSku) continue;
    if (parentSku === sku) findings.problem(at, 'parent_sku', 'the product is its own parent (a cycle)');
    else if (!products.has(parentSku) && !shop.index.has(parentSku))
      findings.problem(
        at,
        'parent_sku',
        `there is no product ${quoted(parentSku)}, neither here nor in the shop`,
      );
    else claimed.set(parentSku, [...(claimed.get(parentSku) ?? []), sku]);
  }
  return claimed;
}

/** Parents in the input, parents that rows name, and parents that lose a child. */
function parentsTouched(
  products: ReadonlyMap<string, ProductDraft>,
  claimed: ReadonlyMap<string, string[]>,
  shop: Shop,
): Set<string> {
  const touched = new Set(claimed.keys());
  for (const [parentId, children] of shop.childIds) {
    const sku = shop.skuById.get(parentId);
    const leaves = children.some((id) => products.get(shop.skuById.get(id) ?? '')?.parentSku !== undefined);
    if (sku && (leaves || products.has(sku))) touched.add(sku);
  }
  return touched;
}

function storedChildren(parentSku: string, shop: Shop): string[] {
  const id = shop.index.get(parentSku)?.id;
  return (id === undefined ? [] : (shop.childIds.get(id) ?? [])).flatMap(
    (child) => shop.skuById.get(child) ?? [],
  );
}

/**
 * Checks that a shopper can choose between the children of every family. The parent must be configurable
 * and the children must not be. Each child needs a value for every attribute, and no two children may have
 * the same values.
 * @param rowOf returns a product as it is planned
 */
export function checkFamilies(
  families: ReadonlyMap<string, string[]>,
  products: ReadonlyMap<string, ProductDraft>,
  rowOf: (sku: string) => ProductRecord | undefined,
  findings: Findings,
): void {
  for (const [parentSku, children] of families) {
    const parent = rowOf(parentSku);
    if (!parent) continue;
    const place = (sku: string): Origin =>
      products.get(sku)?.at ?? products.get(parentSku)?.at ?? { file: 'the shop', line: 1 };
    if (parent.type_id !== 'configurable' && children.length > 0) {
      findings.problem(
        place(children[0] ?? parentSku),
        'parent_sku',
        `${quoted(parentSku)} is ${parent.type_id}, not configurable: it can have no children`,
      );
      continue;
    }
    checkChoices(parent, children, { place, products, rowOf, findings });
  }
}

function checkChoices(
  parent: ProductRecord,
  children: readonly string[],
  {
    place,
    products,
    rowOf,
    findings,
  }: {
    place: (sku: string) => Origin;
    products: ReadonlyMap<string, ProductDraft>;
    rowOf: (sku: string) => ProductRecord | undefined;
    findings: Findings;
  },
): void {
  const codes = parent.configurable_options.map((option) => option.attribute_code);
  if (codes.length === 0 && children.length > 0) {
    if (products.get(parent.sku)?.dumped)
      findings.notice('configurable products have no attribute to choose by', parent.sku);
    else
      findings.problem(
        place(parent.sku),
        'configurable_attributes',
        `${quoted(parent.sku)} has children but no attribute to choose them by`,
      );
    return;
  }
  const seen = new Map<string, string>();
  for (const sku of children) {
    const child = rowOf(sku);
    if (!child) continue;
    if (child.type_id === 'configurable') {
      findings.problem(place(sku), 'parent_sku', 'a configurable product cannot be a child itself');
      continue;
    }
    const missing = codes.find(
      (code) => child.attributes[code] === undefined || child.attributes[code] === '',
    );
    if (missing) {
      findings.problem(place(sku), missing, `a child of ${quoted(parent.sku)} needs a value to be chosen by`);
      continue;
    }
    const choice = JSON.stringify(codes.map((code) => child.attributes[code]));
    const twin = seen.get(choice);
    if (twin)
      findings.problem(
        place(products.has(sku) ? sku : twin),
        codes[0] ?? 'sku',
        `has the same values to choose by as ${quoted(twin)}`,
      );
    seen.set(choice, sku);
  }
}
