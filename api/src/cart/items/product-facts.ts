import { optionLabels as labelsOf, type OptionLabel } from '@fynbos/core/cart/option-labels.ts';
import type { BundleOption, CustomOption, Product } from '@fynbos/core/catalogue/entities.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { sourceOf } from '@fynbos/core/pricing/document-prices.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { LiveProduct } from '../../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';

/** The product fields that the cart needs, read from the product's JSON once per record. */
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
  /** Skus of the parts of a grouped product. */
  associated: readonly string[];
  configurable_options: Product['configurable_options'];
  /** The value of an attribute that variants are chosen by, by attribute code. */
  valueOf(code: string): string | undefined;
}

const known = new WeakMap<LiveProduct, ProductFacts>();

export function factsOf(record: LiveProduct): ProductFacts {
  const before = known.get(record);
  if (before) return before;
  const product = JSON.parse(record.json.toString()) as Product;
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
  known.set(record, facts);
  return facts;
}

/** The custom options of a line: the variant's own, or those of the parent product. */
export const customOptionsOf = (
  { custom_options: ownOptions }: ProductFacts,
  parent: ProductFacts | undefined,
): readonly CustomOption[] => (ownOptions.length > 0 ? ownOptions : (parent?.custom_options ?? []));

/** Labels for the chosen options of a line. */
export function optionLabels(
  facts: ProductFacts,
  parent: ProductFacts | undefined,
  option: ProductOption,
  catalogue: LiveCatalogue,
): OptionLabel[] {
  const nameOf = (sku: string) => {
    const record = catalogue.findBySku(sku);
    return record && factsOf(record).name;
  };
  const custom_options = customOptionsOf(facts, parent);
  const configurable_options = parent?.configurable_options ?? [];
  return labelsOf({ ...facts, custom_options, configurable_options, nameOf }, option);
}
