import { type Candidate, type CartProblem, cartProblem } from '@fynbos/core/cart/may-be-added.ts';
import type { RateShare } from '@fynbos/core/cart/totals.ts';
import {
  type BundlePart,
  bundleChoicesOf,
  bundleContents,
  bundleProblems,
  setsAvailable,
} from '@fynbos/core/catalogue/bundle-choices.ts';
import { chosenValues, customChoicesOf, customProblems } from '@fynbos/core/catalogue/custom-choices.ts';
import { disabledFrom, type Stock } from '@fynbos/core/catalogue/entities.ts';
import { answersTwice, type ProductOption } from '@fynbos/core/catalogue/product-option.ts';
import { highestPrice } from '@fynbos/core/money.ts';
import { withOptions } from '@fynbos/core/pricing/options.ts';
import { bundlePrice } from '@fynbos/core/pricing/parts.ts';
import { priceOf, type ShopPrice } from '@fynbos/core/pricing/price.ts';
import { mostToBuy } from '@fynbos/core/stock/quantity.ts';
import { stockAtStore } from '@fynbos/core/stock/store-shelf.ts';
import type { Kept } from '../catalogue/shelf.ts';
import { rateFor } from '../pricing/rate.ts';
import type { Carts, Shopper } from './carts.ts';
import { customOptionsOf, factsOf, type ProductFacts } from './product-facts.ts';

/** A product as it stands in a cart: what it costs this shopper now, and whether it can be had. */
export interface LineFacts {
  facts: ProductFacts;
  /** The configurable product a variant belongs to. */
  parent: ProductFacts | undefined;
  price: ShopPrice;
  shares: RateShare[];
  candidate: Candidate;
  /** What leaves the shelves with one of it: itself, and the parts of a bundle. */
  pieces: Piece[];
  /** Its categories and all above them. */
  categories: number[];
}

/** A product by its id, and how many. */
export interface Piece {
  id: number;
  qty: number;
}

/** What is wrong with so many of it in the cart; undefined when nothing is. */
export function problemOf(line: LineFacts, qty: number, { rules }: Carts): CartProblem | undefined {
  return cartProblem(line.candidate, qty, rules);
}

/** Finds out everything about a line; undefined when the product is no longer there at all. */
export function findLineFacts(
  carts: Carts,
  shopper: Shopper,
  { sku, parent_sku, qty, product_option }: LineLike,
): LineFacts | undefined {
  const { catalogue } = shopper.view;
  const kept = catalogue.findBySku(sku);
  if (!kept) return undefined;
  const facts = factsOf(kept);
  const parentKept = parent_sku ? catalogue.findBySku(parent_sku) : undefined;
  const parent = parentKept && factsOf(parentKept);
  const configured = configure(carts, shopper, { facts, parent }, product_option, qty);
  const stock = stockOf(carts, kept, shopper);
  return {
    facts,
    parent,
    price: configured.price,
    shares: configured.shares,
    candidate: {
      status: parentKept ? Math.max(facts.status, parentKept.status) : facts.status,
      configured: configured.complete,
      price: configured.price.final_incl_tax,
      inStock: stock.is_in_stock && configured.inStock,
      available: least(mostToBuy(stock), configured.available),
    },
    pieces: configured.pieces,
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
  /** Whether everything that must be chosen is chosen, and nothing that cannot be. */
  complete: boolean;
  inStock: boolean;
  available: number | undefined;
  pieces: Piece[];
}

/** What was chosen of a product: of itself, and of its custom options, whatever it is made of. */
function configure(
  carts: Carts,
  shopper: Shopper,
  { facts, parent }: Pick<LineFacts, 'facts' | 'parent'>,
  option: ProductOption,
  qty: number,
): Configured {
  const { custom_options: answers, bundle_options: selections } = option.extension_attributes;
  const base =
    facts.type_id === 'bundle'
      ? bundled(carts, shopper, facts, qty, selections)
      : single(carts, shopper, facts, qty);
  const options = customOptionsOf(facts, parent);
  const choices = customChoicesOf(answers);
  const unknown = answers.some(
    ({ option_id }) => !options.some((one) => String(one.option_id) === option_id),
  );
  const price = withOptions(base.price, chosenValues(options, choices));
  const isWhole =
    !unknown && !answersTwice(option) && Object.keys(customProblems(options, choices)).length === 0;
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
    pieces: [{ id: facts.id, qty: 1 }],
  };
}

function bundled(
  carts: Carts,
  shopper: Shopper,
  facts: ProductFacts,
  wanted: number,
  selections: ProductOption['extension_attributes']['bundle_options'],
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
    price: bundlePrice(unitPrice(carts, shopper, facts, wanted), contents),
    // Parts that cost nothing say nothing of the tax in what the set costs.
    shares: shares.some(({ weight }) => weight > 0)
      ? shares
      : [{ rate: rateOfFacts(carts, shopper, facts), weight: 1 }],
    complete: !strange && problems.length === 0 && contents.length > 0,
    inStock: contents.every(({ part, qty }) => qty <= 0 || part?.inStock),
    available: setsAvailable(contents),
    // A set may be counted itself too.
    pieces: [
      { id: facts.id, qty: 1 },
      ...contents.flatMap(({ part, qty }) => (part && qty > 0 ? [{ id: part.id, qty }] : [])),
    ],
  };
}

/** How many there are is asked of whole sets, not of each part. */
const unlimited = (part: BundlePart | undefined): BundlePart | undefined =>
  part && { ...part, available: undefined };

type Part = BundlePart & { id: number; rate: number };

function findPart(carts: Carts, shopper: Shopper, sku: string): Part | undefined {
  const kept = shopper.view.catalogue.findBySku(sku);
  if (!kept || kept.status >= disabledFrom) return undefined;
  const facts = factsOf(kept);
  const stock = stockOf(carts, kept, shopper);
  return {
    price: unitPrice(carts, shopper, facts, 1),
    inStock: stock.is_in_stock,
    available: mostToBuy(stock),
    id: facts.id,
    rate: rateOfFacts(carts, shopper, facts),
  };
}

/** Special, tier and group price, the lowest (decision 18). */
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

function stockOf({ shelves }: Carts, kept: Kept, { store }: Shopper): Stock {
  return store === undefined ? kept.stock : stockAtStore(kept.stock, shelves.find(kept.id, store));
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

/** A variant stands in the categories of its product. */
function categoriesOf(facts: ProductFacts, parent: ProductFacts | undefined, { view }: Shopper): number[] {
  const own = [...facts.category_ids, ...(parent?.category_ids ?? [])];
  const above = own.flatMap((id) => view.catalogue.findCategory(id)?.parent_ids ?? []);
  return [...new Set([...own, ...above])];
}
