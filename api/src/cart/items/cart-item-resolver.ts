import { type OptionValue, productOption } from '@fynbos/core/catalogue/product-option.ts';
import { readProductOption } from '@fynbos/core/catalogue/read-product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { LiveCatalogue } from '../../catalogue/live-catalogue.ts';
import type { LineLike } from './line-facts.ts';
import { factsOf, type ProductFacts, readStoredOption } from './product-facts.ts';
import { storedLineKey } from './stored-line-key.ts';

/** A product in the format of a client's cart request. */
export interface ProductRequest {
  sku: string;
  parentSku?: string | undefined;
  product_option?: unknown;
}

/** The product of a line with its options in normalised form. */
export type Resolved = Omit<LineLike, 'qty'> & { key: string };

/**
 * Resolves a requested product. A configurable product with options becomes its variant, a variant gets its
 * parent, and a grouped product becomes its parts.
 * @throws Problem product_not_found, product_unavailable, options_invalid
 */
export function resolve(catalogue: LiveCatalogue, request: ProductRequest): Resolved[] {
  const record = catalogue.findBySku(request.sku);
  if (!record) throw new Problem('product_not_found');
  const facts = factsOf(record);
  if (facts.type_id === 'grouped') {
    // Its parts know nothing of it.
    if (facts.blocked) throw new Problem('product_unavailable');
    return facts.associated.map((sku) => resolved({ sku, parent_sku: '', product_option: productOption() }));
  }
  if (facts.type_id === 'configurable') return [variantOf(catalogue, facts, record.childSkus, request)];
  return [productLine(catalogue, facts, request)];
}

function productLine(
  catalogue: LiveCatalogue,
  facts: ProductFacts,
  { parentSku, product_option }: ProductRequest,
): Resolved {
  const { extension_attributes: chosen } = readStoredOption(catalogue, facts.sku, product_option);
  const parents = catalogue.parentsOf(facts.sku).flatMap((id) => catalogue.find(id) ?? []);
  const named =
    parentSku && parentSku !== facts.sku ? parents.find(({ sku }) => sku === parentSku) : parents[0];
  if (parentSku && parentSku !== facts.sku && !named) throw new Problem('options_invalid');
  return resolved({
    sku: facts.sku,
    parent_sku: named?.sku ?? '',
    product_option: productOption({
      custom_options: chosen.custom_options,
      bundle_options: facts.type_id === 'bundle' ? chosen.bundle_options : [],
      configurable_item_options: named ? configurationOf(facts, factsOf(named)) : [],
    }),
  });
}

/** The one variant that has every chosen value (spec D20). */
function variantOf(
  catalogue: LiveCatalogue,
  parent: ProductFacts,
  childSkus: readonly string[],
  { product_option }: ProductRequest,
): Resolved {
  const chosenOptions = readProductOption(product_option).extension_attributes.configurable_item_options;
  const children = childSkus.flatMap((sku) => catalogue.findBySku(sku) ?? []).map(factsOf);
  const child = children.find((candidate) => {
    const configuration = configurationOf(candidate, parent);
    return configuration.every(({ option_id, option_value }) =>
      chosenOptions.some((option) => option.option_id === option_id && option.option_value === option_value),
    );
  });
  if (!child || chosenOptions.length === 0) throw new Problem('options_invalid');
  const { custom_options } = readStoredOption(catalogue, child.sku, product_option).extension_attributes;
  return resolved({
    sku: child.sku,
    parent_sku: parent.sku,
    product_option: productOption({
      custom_options,
      configurable_item_options: configurationOf(child, parent),
    }),
  });
}

function configurationOf(child: ProductFacts, { configurable_options }: ProductFacts): OptionValue[] {
  return configurable_options.map(({ attribute_id, attribute_code }) => ({
    option_id: attribute_id,
    option_value: child.valueOf(attribute_code) ?? '',
  }));
}

const resolved = (line: Omit<LineLike, 'qty'>): Resolved => ({ ...line, key: storedLineKey(line) });
