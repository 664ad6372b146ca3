import {
  type OptionLists,
  toCatalogueIds,
  toSourceIds,
  withSourceIds,
} from '@fynbos/core/cart/option-ids.ts';
import { optionLabels as labelsOf, type OptionLabel } from '@fynbos/core/cart/option-labels.ts';
import type { CustomOption, Product } from '@fynbos/core/catalogue/entities.ts';
import type { ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { priceSourceOf } from '@fynbos/core/pricing/document-prices.ts';
import type { SourcePrice } from '@fynbos/core/pricing/price.ts';
import type { LiveProduct } from '../../catalogue/documents/product-index.ts';
import { parseProduct } from '../../catalogue/documents/product-index.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';

/** The product fields that the cart needs, read from the product's JSON once per record. */
export interface ProductFacts extends OptionLists {
  id: number;
  sku: string;
  name: string;
  type_id: Product['type_id'];
  status: number;
  visibility: number;
  /** Whether any entry of its `errors` blocks it from carts. */
  blocked: boolean;
  image: string;
  url_path: string;
  tax_class_id: number;
  source: SourcePrice;
  category_ids: readonly number[];
  /** The value of its pack size; undefined for a set, whose parts differ. */
  packsize: unknown;
  /** Whether it must stay cold (spec D59). */
  cold: boolean;
  /** Its options with the ids of the catalogue; the other fields have those of the product, as stored lines. */
  options: OptionLists;
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
  const product = parseProduct(record.json);
  const facts = {
    id: product.id,
    sku: product.sku,
    name: product.name,
    type_id: product.type_id,
    status: product.status,
    visibility: product.visibility,
    blocked: product.errors !== undefined,
    image: product.image,
    url_path: product.url_path,
    tax_class_id: product.tax_class_id,
    source: priceSourceOf(product),
    category_ids: product.category_ids,
    cold: product.needs_cold === true,
    packsize: product.type_id === 'bundle' ? undefined : product.packsize,
    ...withSourceIds(product),
    options: { custom_options: product.custom_options, bundle_options: product.bundle_options },
    associated: product.product_links
      .filter((link) => link.link_type === 'associated')
      .map((link) => link.linked_product_sku),
    configurable_options: product.configurable_options,
    // `childValue` reads only the fields of attributes. A product and a variant have them alike.
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

/** The options of a line with the ids of the catalogue. */
const optionsOf = ({ options }: ProductFacts, parent: ProductFacts | undefined): OptionLists =>
  options.custom_options.length > 0 || !parent
    ? options
    : { ...options, custom_options: parent.options.custom_options };

/**
 * Reads a configuration of a product as a client sends it, and returns it as lines store it. A client may
 * name an option by either id (ADR-013). A variant may have the custom options of any of its parents.
 */
export function readStoredOption(catalogue: LiveCatalogue, sku: string, written: unknown): ProductOption {
  const option = readProductOption(written);
  const { custom_options: custom, bundle_options: bundle } = option.extension_attributes;
  const record = catalogue.findBySku(sku);
  if (!record || custom.length + bundle.length === 0) return option;
  const parents = catalogue.parentsOf(sku).flatMap((id) => catalogue.find(id) ?? []);
  return [undefined, ...parents].reduce(
    (read, parent) => toSourceIds(read, optionsOf(factsOf(record), parent && factsOf(parent))),
    option,
  );
}

/** A stored configuration with the ids of the catalogue, for responses. */
export const optionOnWire = (
  facts: ProductFacts,
  parent: ProductFacts | undefined,
  option: ProductOption,
): ProductOption => toCatalogueIds(option, optionsOf(facts, parent));

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
