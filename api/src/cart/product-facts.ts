import { optionLabels as labelsOf, type OptionLabel } from '@fynbos/core/cart/option-labels.ts';
import type { BundleOption, CustomOption, Product } from '@fynbos/core/catalogue/entities.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { sourceOf } from '@fynbos/core/pricing/document.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { LiveCatalogue } from '../catalogue/live.ts';
import type { Kept } from '../catalogue/shelf.ts';

/** What the cart needs of a product's document; read from its JSON once for as long as it stands. */
export interface ProductFacts {
  id: number;
  sku: string;
  name: string;
  type_id: Product['type_id'];
  status: number;
  visibility: number;
  image: string;
  url_path: string;
  tax_class_id: number;
  source: SourcePrice;
  category_ids: readonly number[];
  custom_options: readonly CustomOption[];
  bundle_options: readonly BundleOption[];
  /** Skus of what a grouped product is made of. */
  associated: readonly string[];
  configurable_options: Product['configurable_options'];
  /** Values of the attributes a variant may be chosen by, by their codes. */
  valueOf(code: string): string | undefined;
}

const known = new WeakMap<Kept, ProductFacts>();

export function factsOf(kept: Kept): ProductFacts {
  const before = known.get(kept);
  if (before) return before;
  const product = JSON.parse(kept.json.toString()) as Product;
  const facts = {
    id: product.id,
    sku: product.sku,
    name: product.name,
    type_id: product.type_id,
    status: product.status,
    visibility: product.visibility,
    image: product.image,
    url_path: product.url_path,
    tax_class_id: product.tax_class_id,
    source: sourceOf(product),
    category_ids: product.category_ids,
    custom_options: product.custom_options,
    bundle_options: product.bundle_options,
    associated: product.product_links
      .filter((link) => link.link_type === 'associated')
      .map((link) => link.linked_product_sku),
    configurable_options: product.configurable_options,
    valueOf: (code: string) => childValue(product as never, code),
  };
  known.set(kept, facts);
  return facts;
}

/** The custom options a line is asked for: a variant's own, or those of the product whose page it is bought on. */
export const customOptionsOf = (
  { custom_options: own }: ProductFacts,
  parent: ProductFacts | undefined,
): readonly CustomOption[] => (own.length > 0 ? own : (parent?.custom_options ?? []));

/** What a line was chosen by, in words. */
export function optionLabels(
  facts: ProductFacts,
  parent: ProductFacts | undefined,
  option: ProductOption,
  catalogue: LiveCatalogue,
): OptionLabel[] {
  const nameOf = (sku: string) => {
    const kept = catalogue.findBySku(sku);
    return kept && factsOf(kept).name;
  };
  const custom_options = customOptionsOf(facts, parent);
  const configurable_options = parent?.configurable_options ?? [];
  return labelsOf({ ...facts, custom_options, configurable_options, nameOf }, option);
}
