import { lineKey } from '@fynbos/core/cart/line.ts';
import {
  type OptionValue,
  type ProductOption,
  productOption,
  readProductOption,
} from '@fynbos/core/catalogue/product-option.ts';
import { Problem } from '@fynbos/core/problem.ts';
import type { LiveCatalogue } from '../catalogue/live.ts';
import type { LineLike } from './line-facts.ts';
import { factsOf, type ProductFacts } from './product-facts.ts';

/** What a client asks to have in the cart, as it came. */
export interface Asked {
  sku: string;
  parentSku?: string | undefined;
  product_option?: unknown;
}

/** What is going to be in the cart: the product itself, with its options in their one form. */
export type Resolved = Omit<LineLike, 'qty'> & { key: string };

/**
 * Finds what is meant: a configurable product by its sku and options becomes its variant, a variant knows
 * its product, a grouped product becomes its parts.
 *
 * @throws Problem product_not_found, options_invalid
 */
export function resolve(catalogue: LiveCatalogue, asked: Asked): Resolved[] {
  const kept = catalogue.findBySku(asked.sku);
  if (!kept) throw new Problem('product_not_found');
  const facts = factsOf(kept);
  const option = readProductOption(asked.product_option);
  if (facts.type_id === 'grouped') {
    return facts.associated.map((sku) => resolved({ sku, parent_sku: '', product_option: productOption() }));
  }
  if (facts.type_id === 'configurable') return [variantOf(catalogue, facts, kept.childSkus, option)];
  return [ownLine(catalogue, facts, asked, option)];
}

function ownLine(
  catalogue: LiveCatalogue,
  facts: ProductFacts,
  { parentSku }: Asked,
  { extension_attributes: chosen }: ProductOption,
): Resolved {
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

/** The one child that has every chosen value (decision 20). */
function variantOf(
  catalogue: LiveCatalogue,
  parent: ProductFacts,
  childSkus: readonly string[],
  { extension_attributes: chosen }: ProductOption,
): Resolved {
  const wanted = chosen.configurable_item_options;
  const children = childSkus.flatMap((sku) => catalogue.findBySku(sku) ?? []).map(factsOf);
  const child = children.find((one) => {
    const own = configurationOf(one, parent);
    return own.every(({ option_id, option_value }) =>
      wanted.some((other) => other.option_id === option_id && other.option_value === option_value),
    );
  });
  if (!child || wanted.length === 0) throw new Problem('options_invalid');
  return resolved({
    sku: child.sku,
    parent_sku: parent.sku,
    product_option: productOption({
      custom_options: chosen.custom_options,
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

const resolved = (line: Omit<LineLike, 'qty'>): Resolved => ({ ...line, key: lineKey(line) });
