import {
  type BundleChoices,
  type BundlePart,
  type BundleProblem,
  bundleContents,
  bundleProblems,
  bundleSelections,
  type FindPart,
  isLoaded,
  readBundleChoices,
  setsAvailable,
  writeBundleChoices,
} from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import type { WrittenChoices } from '@fynbos/core/catalogue/choices/choice-query.ts';
import {
  type CustomChoices,
  type CustomProblem,
  chosenValues,
  customOptionValues,
  customProblems,
  readCustomChoices,
  writeCustomChoices,
} from '@fynbos/core/catalogue/choices/custom-choices.ts';
import {
  type GroupedChoices,
  type GroupedPart,
  type GroupedProblem,
  groupedContents,
  groupedProblems,
  readGroupedChoices,
  writeGroupedChoices,
} from '@fynbos/core/catalogue/choices/grouped-choices.ts';
import { type ProductOption, productOption } from '@fynbos/core/catalogue/product-option.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import { bundlePrice, groupedPrice } from '@fynbos/core/pricing/bundle-prices.ts';
import type { TierFields } from '@fynbos/core/pricing/document-prices.ts';
import { withOptions } from '@fynbos/core/pricing/option-prices.ts';
import { type ShopPrice, shopPriceOf, unknownPrice } from '@fynbos/core/pricing/price.ts';
import { priceAtQuantity, type QuantityPrice, quantityPrices } from '@fynbos/core/pricing/tier-prices.ts';
import { minPurchasable, unitsLeft } from '@fynbos/core/stock/quantity.ts';
import type { PageChild, PageProduct } from './product-details.ts';
import type { MissingPart, Part } from './product-parts.ts';

/** A product and its parts, as its page has them. */
export interface Configurable {
  product: PageProduct;
  parts: readonly (Part | MissingPart)[];
  variant: PageChild | undefined;
}

/** All choices of a product except its variant. */
export interface Choices {
  custom: CustomChoices;
  bundle: BundleChoices;
  grouped: GroupedChoices;
}

/** The choices of a product without options. */
export const noChoices: Choices = { custom: {}, bundle: {}, grouped: {} };

export type ChoiceProblem = CustomProblem | BundleProblem | GroupedProblem;

/**
 * A cart line: one for each part of a group, otherwise one. `qty` is the quantity for one unit of the
 * product.
 */
interface ConfiguredLine {
  sku: string;
  qty: number;
  product_option: ProductOption;
}

/** A product with its choices: price, availability, and the problems that prevent adding it to the cart. */
export interface Configured {
  price: ShopPrice;
  inStock: boolean;
  available: number | undefined;
  /** Keyed by the names of the wire contract; empty when the product can be added. */
  problems: Record<string, ChoiceProblem>;
  lines: ConfiguredLine[];
}

/** Reads the choices from an address, with defaults for those it does not name. */
export function choicesIn(query: URLSearchParams, { product, parts }: Configurable): Choices {
  return {
    custom: readCustomChoices(product.custom_options ?? [], query),
    bundle: readBundleChoices(product.bundle_options ?? [], query, partFinder(parts)),
    grouped: product.type_id === 'grouped' ? readGroupedChoices(groupedParts(parts), query) : {},
  };
}

/** The choices that differ from the defaults, for the address. */
export function choicesWritten(choices: Choices, { product, parts }: Configurable): WrittenChoices {
  return [
    ...writeCustomChoices(product.custom_options ?? [], choices.custom),
    ...writeBundleChoices(product.bundle_options ?? [], choices.bundle, partFinder(parts)),
    ...(product.type_id === 'grouped' ? writeGroupedChoices(groupedParts(parts), choices.grouped) : []),
  ];
}

/**
 * Applies the choices to the product (spec commerce 4 «Price calculation», wire contract 8.4).
 * @param quantity how many units are bought at once, for price tiers
 */
export function configured(of: Configurable, choices: Choices, quantity = 1): Configured {
  if (of.product.type_id === 'grouped') return configuredGroup(of, choices);
  const { product, parts, variant } = of;
  const options = product.custom_options ?? [];
  const bundle = product.bundle_options ?? [];
  const find = partFinder(parts);
  const contents = bundleContents(bundle, choices.bundle, find);
  const shown = variant ?? product;
  const productPrice = priceAtQuantity(shopPriceOf(shown), shown.tier_prices ?? [], quantity);
  const isWhole = bundle.every((option) => isLoaded(option, find));
  const base = product.type_id === 'bundle' ? bundlePrice(productPrice, contents) : productPrice;
  return {
    price: withOptions(isWhole ? base : unknownPrice, chosenValues(options, choices.custom)),
    inStock: contents.every(({ part }) => part?.inStock),
    available: setsAvailable(contents),
    problems: {
      ...customProblems(options, choices.custom),
      ...bundleProblems(bundle, choices.bundle, find),
    },
    lines: [{ sku: product.sku, qty: 1, product_option: productOptionOf(of, choices) }],
  };
}

/** The prices by quantity of a configured product. A group has none: its parts have their own. */
export function configuredQuantityPrices(of: Configurable, choices: Choices): QuantityPrice[] {
  const { product, variant } = of;
  if (product.type_id === 'grouped') return [];
  const { tier_prices = [] } = variant ?? product;
  return quantityPrices(tier_prices, (qty) => configured(of, choices, qty).price);
}

function configuredGroup({ product, parts }: Configurable, { grouped }: Choices): Configured {
  const all = groupedParts(parts);
  // In the cart each part is a line of its own, with the price of its quantity.
  const contents = groupedContents(all, grouped).map((part) => ({
    ...part,
    price: part.price && priceAtQuantity(part.price, part.tiers, part.qty),
  }));
  // The shop itself has no price for a group with a missing part. The price of a group of free parts is 0.
  const known = product.final_price_incl_tax > 0 || all.every(({ price }) => price);
  return {
    price: known ? groupedPrice(contents) : unknownPrice,
    inStock: contents.every(({ inStock }) => inStock),
    available: undefined,
    problems: groupedProblems(all, grouped),
    lines: contents.map(({ sku, qty }) => ({ sku, qty, product_option: productOption() })),
  };
}

function productOptionOf({ product, variant }: Configurable, choices: Choices): ProductOption {
  return productOption({
    custom_options: customOptionValues(product.custom_options ?? [], choices.custom),
    bundle_options: bundleSelections(product.bundle_options ?? [], choices.bundle),
    configurable_item_options: product.configurable_options.flatMap(({ attribute_id, attribute_code }) => {
      const option_value = variant && childValue(variant, attribute_code);
      return option_value ? [{ option_id: String(attribute_id), option_value }] : [];
    }),
  });
}

/** Returns a function that finds a part by its sku. */
export function partFinder(parts: readonly (Part | MissingPart)[]): FindPart {
  const bySku = new Map(parts.flatMap((part) => ('name' in part ? [[part.sku, knownPart(part)]] : [])));
  return (sku) => bySku.get(sku);
}

/** For sold-out parts any quantity is accepted; the stock line shows that the part is out of stock. */
function knownPart(part: Part): BundlePart {
  const inStock = part.stock.is_in_stock;
  return { price: shopPriceOf(part), inStock, available: inStock ? unitsLeft(part.stock) : undefined };
}

interface PartOfGroup extends GroupedPart {
  inStock: boolean;
  tiers: readonly TierFields[];
}

function groupedParts(parts: readonly (Part | MissingPart)[]): PartOfGroup[] {
  return parts.map((part) =>
    'name' in part
      ? {
          sku: part.sku,
          tiers: part.tier_prices ?? [],
          minimum: minPurchasable(part.stock),
          ...knownPart(part),
        }
      : { sku: part.sku, tiers: [], price: undefined, inStock: false },
  );
}
