import { type Candidate, type CartProblem, cartProblem } from '@fynbos/core/cart/cart-rules.ts';
import type { RateShare } from '@fynbos/core/cart/cart-totals.ts';
import {
  type BundlePart,
  bundleChoicesOf,
  bundleContents,
  bundleProblems,
  setsAvailable,
} from '@fynbos/core/catalogue/choices/bundle-choices.ts';
import {
  chosenValues,
  customChoicesOf,
  customProblems,
} from '@fynbos/core/catalogue/choices/custom-choices.ts';
import { linkable, type Stock } from '@fynbos/core/catalogue/entities.ts';
import { hasDuplicateOptions, type ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { highestPrice } from '@fynbos/core/money.ts';
import { bundlePrice } from '@fynbos/core/pricing/bundle-prices.ts';
import { withOptions } from '@fynbos/core/pricing/option-prices.ts';
import { priceOf, type ShopPrice } from '@fynbos/core/pricing/price.ts';
import { maxPurchasable, minPurchasable } from '@fynbos/core/stock/quantity.ts';
import { stockAtStore } from '@fynbos/core/stock/store-stock.ts';
import type { LiveProduct } from '../../catalogue/documents/product-index.ts';
import { rateFor } from '../../pricing/tax-rate.ts';
import type { Carts, Shopper } from '../records/cart-context.ts';
import { customOptionsOf, factsOf, type ProductFacts } from './product-facts.ts';

/** A product in a cart: its current price for this shopper, and whether it can be ordered. */
export interface LineFacts {
  facts: ProductFacts;
  /** The configurable product that a variant belongs to. */
  parent: ProductFacts | undefined;
  price: ShopPrice;
  shares: RateShare[];
  candidate: Candidate;
  /** The stock that one unit uses: the product itself, and the parts of a bundle. */
  units: ProductUnits[];
  /** Its categories and all their ancestors. */
  categories: number[];
}

/** A product id with a quantity. */
interface ProductUnits {
  id: number;
  qty: number;
}

/** The problem with this quantity in the cart; undefined when there is none. */
export function lineProblemOf(line: LineFacts, qty: number, { rules }: Carts): CartProblem | undefined {
  return cartProblem(line.candidate, qty, rules);
}

/** Looks up the facts of a line; undefined when the product no longer exists. */
export function findLineFacts(
  carts: Carts,
  shopper: Shopper,
  { sku, parent_sku, qty, product_option }: LineLike,
): LineFacts | undefined {
  const { catalogue } = shopper.view;
  const record = catalogue.findBySku(sku);
  if (!record) return undefined;
  const facts = factsOf(record);
  const parentRecord = parent_sku ? catalogue.findBySku(parent_sku) : undefined;
  const parent = parentRecord && factsOf(parentRecord);
  const configured = configure(carts, shopper, { facts, parent }, { option: product_option, qty });
  const stock = stockOf(carts, record, shopper);
  return {
    facts,
    parent,
    price: configured.price,
    shares: configured.shares,
    candidate: {
      status: parentRecord ? Math.max(facts.status, parentRecord.status) : facts.status,
      blocked: facts.blocked || parent?.blocked === true,
      configured: configured.complete,
      price: configured.price.final_incl_tax,
      inStock: stock.is_in_stock && configured.inStock,
      available: minDefined(maxPurchasable(stock), configured.available),
      minimum: minPurchasable(stock),
    },
    units: configured.units,
    categories: categoriesOf(facts, parent, shopper),
  };
}

export interface LineLike {
  sku: string;
  parent_sku: string;
  qty: number;
  product_option: ProductOption;
}

interface Configured {
  price: ShopPrice;
  shares: RateShare[];
  /** Whether all required choices are made and no invalid ones. */
  complete: boolean;
  inStock: boolean;
  available: number | undefined;
  units: ProductUnits[];
}

/** Applies the choices to a product: its own and its custom options, for every product type. */
function configure(
  carts: Carts,
  shopper: Shopper,
  { facts, parent }: Pick<LineFacts, 'facts' | 'parent'>,
  { option, qty }: { option: ProductOption; qty: number },
): Configured {
  const { custom_options: customOptions, bundle_options: selections } = option.extension_attributes;
  const base =
    facts.type_id === 'bundle'
      ? bundled(carts, shopper, facts, { quantity: qty, selections })
      : single(carts, shopper, facts, qty);
  const options = customOptionsOf(facts, parent);
  const choices = customChoicesOf(customOptions);
  const unknown = customOptions.some(
    ({ option_id }) => !options.some((candidate) => String(candidate.option_id) === option_id),
  );
  const price = withOptions(base.price, chosenValues(options, choices));
  const isWhole =
    !unknown && !hasDuplicateOptions(option) && Object.keys(customProblems(options, choices)).length === 0;
  return { ...base, price, complete: base.complete && isWhole && price.final <= highestPrice };
}

/** A configurable or grouped product is bought as its variant or its parts. */
function single(carts: Carts, shopper: Shopper, facts: ProductFacts, qty: number): Configured {
  return {
    price: unitPrice(carts, shopper, facts, qty),
    shares: [{ rate: rateOfFacts(carts, shopper, facts), weight: 1 }],
    complete: facts.type_id !== 'configurable' && facts.type_id !== 'grouped',
    inStock: true,
    available: undefined,
    units: [{ id: facts.id, qty: 1 }],
  };
}

function bundled(
  carts: Carts,
  shopper: Shopper,
  facts: ProductFacts,
  {
    quantity,
    selections,
  }: { quantity: number; selections: ProductOption['extension_attributes']['bundle_options'] },
): Configured {
  const { bundle_options: options } = facts;
  const choices = bundleChoicesOf(selections);
  const find = (sku: string) => findPart(carts, shopper, sku);
  const contents = bundleContents(options, choices, find);
  const known = options.map((option) => option.option_id);
  const strange = selections.some(({ option_id }) => !known.includes(option_id));
  const shares = contents.map(({ part, qty }) => ({
    rate: part?.rate ?? 0,
    weight: (part?.price.final_incl_tax ?? 0) * Math.max(0, qty),
  }));
  const problems = Object.values(bundleProblems(options, choices, (sku) => unlimited(find(sku))));
  return {
    price: bundlePrice(unitPrice(carts, shopper, facts, quantity), contents),
    // Free parts have no weight in the tax of the bundle's price.
    shares: shares.some(({ weight }) => weight > 0)
      ? shares
      : [{ rate: rateOfFacts(carts, shopper, facts), weight: 1 }],
    complete: !strange && problems.length === 0 && contents.length > 0,
    inStock: contents.every(({ part, qty }) => qty <= 0 || part?.inStock),
    available: setsAvailable(contents),
    // A bundle can have a stock of its own too.
    units: [
      { id: facts.id, qty: 1 },
      ...contents.flatMap(({ part, qty }) => (part && qty > 0 ? [{ id: part.id, qty }] : [])),
    ],
  };
}

/** The available quantity is checked for whole bundles, not for each part. */
const unlimited = (part: BundlePart | undefined): BundlePart | undefined =>
  part && { ...part, available: undefined };

type Part = BundlePart & { id: number; rate: number };

function findPart(carts: Carts, shopper: Shopper, sku: string): Part | undefined {
  const record = shopper.view.catalogue.findBySku(sku);
  if (record?.status !== linkable) return undefined;
  const facts = factsOf(record);
  if (facts.blocked) return undefined;
  const stock = stockOf(carts, record, shopper);
  return {
    price: unitPrice(carts, shopper, facts, 1),
    inStock: stock.is_in_stock,
    available: maxPurchasable(stock),
    id: facts.id,
    rate: rateOfFacts(carts, shopper, facts),
  };
}

/** The lowest of special, tier and group price (spec D18). */
function unitPrice(carts: Carts, shopper: Shopper, facts: ProductFacts, quantity: number): ShopPrice {
  const buyer = carts.policy.tiers ? { group: shopper.group, quantity } : undefined;
  return priceOf(facts.source, rateOfFacts(carts, shopper, facts), carts.now(), buyer);
}

function rateOfFacts(
  { policy, now }: Carts,
  { view: { catalogue }, group }: Shopper,
  facts: ProductFacts,
): number {
  const place = { view: catalogue.view, policy, taxRules: catalogue.taxRules(), now: now() };
  return rateFor(facts.tax_class_id, place, group);
}

function stockOf({ storeStock }: Carts, record: LiveProduct, { store }: Shopper): Stock {
  return store === undefined ? record.stock : stockAtStore(record.stock, storeStock.find(record.id, store));
}

function minDefined(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

/** A variant is in the categories of its parent product. */
function categoriesOf(facts: ProductFacts, parent: ProductFacts | undefined, { view }: Shopper): number[] {
  const categoryIds = [...facts.category_ids, ...(parent?.category_ids ?? [])];
  const above = categoryIds.flatMap((id) => view.catalogue.findCategory(id)?.parent_ids ?? []);
  return [...new Set([...categoryIds, ...above])];
}
