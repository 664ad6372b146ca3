import type { PricedPart } from '../../pricing/bundle-prices.ts';
import type { ShopPrice } from '../../pricing/price.ts';
import { largestQuantity, type QuantityProblem, quantityProblem } from '../../stock/quantity.ts';
import type { BundleOption } from '../entities.ts';
import type { BundleSelection } from '../product-option.ts';
import { readChoice, type WrittenChoices } from './choice-query.ts';

/** The selection for one option of a bundle: ids of its links, and the quantity as typed. */
export interface BundleChoice {
  selections: readonly string[];
  qty: string;
}

export type BundleChoices = Readonly<Record<number, BundleChoice>>;

/** Finds the product behind a link; undefined when it cannot be loaded. */
export type FindPart = (sku: string) => BundlePart | undefined;
export interface BundlePart extends StockedPart {
  price: ShopPrice;
}

export interface StockedPart {
  inStock: boolean;
  /** Maximum quantity; undefined is no limit. */
  available?: number | undefined;
}

type Link = BundleOption['product_links'][number];

/** Whether several products of an option may be chosen; each then has its own quantity. */
export function allowsMultiple({ type }: Pick<BundleOption, 'type'>): boolean {
  return type === 'checkbox' || type === 'multi';
}

/** Returns the links of an option that lead to a product, in order. */
export function linksOf({ product_links: links }: BundleOption, find: FindPart): Link[] {
  return links.filter(({ sku }) => find(sku)).toSorted((a, b) => a.position - b.position);
}

/**
 * Whether a required option has at least one product. Otherwise the price of the bundle is unknown
 * (spec D22).
 */
export function isLoaded(option: BundleOption, find: FindPart): boolean {
  return !option.required || option.product_links.some(({ sku }) => find(sku));
}

type FindStock = (sku: string) => StockedPart | undefined;

/**
 * Returns the preselected links of an option (spec commerce 4), in order: where several may be chosen, all its
 * default links; otherwise its default link or the first. A sold-out or missing product is replaced by an
 * available one.
 */
export function defaultLinks(option: BundleOption, find: FindStock): Link[] {
  const known = option.product_links
    .filter(({ sku }) => find(sku))
    .toSorted((a, b) => a.position - b.position);
  const available = known.filter(({ sku }) => find(sku)?.inStock);
  const candidates = available.length > 0 ? available : known;
  const defaults = candidates.filter((link) => link.is_default);
  if (defaults.length === 0) return candidates.slice(0, 1);
  return allowsMultiple(option) ? defaults : defaults.slice(0, 1);
}

/** Whether this many sets can be bought: enough is in stock for every required option, and something to choose. */
export function canFill(options: readonly BundleOption[], sets: number, find: FindStock): boolean {
  const isEnough = (option: BundleOption) =>
    option.product_links.some((link) => {
      const { inStock, available = Number.POSITIVE_INFINITY } = find(link.sku) ?? { inStock: false };
      return inStock && available >= sets * (allowsMultiple(option) ? quantityOfLink(link) : 1);
    });
  return options.some(isEnough) && options.every((option) => !option.required || isEnough(option));
}

/** Returns the quantity of a link, or 1 (wire contract 4.4). */
export function quantityOfLink(link: Pick<Link, 'qty'> | undefined): number {
  return Math.trunc(link?.qty ?? 0) || 1;
}

export function defaultBundleChoices(options: readonly BundleOption[], find: FindPart): BundleChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, defaultOf(option, find)]));
}

function defaultOf(option: BundleOption, find: FindPart): BundleChoice {
  return chosen(
    option,
    defaultLinks(option, find).map(({ id }) => id),
  );
}

/** Creates a choice of these links with their default quantity. */
export function chosen(option: BundleOption, selections: readonly string[]): BundleChoice {
  const first = option.product_links.find(({ id }) => id === selections[0]);
  return { selections, qty: allowsMultiple(option) ? '1' : String(quantityOfLink(first)) };
}

export type BundleProblem = 'required' | 'unknown_value' | 'not_loaded' | QuantityProblem;

/** Returns the key of an option's problem (wire contract 8.4). */
export function bundleKey({ option_id }: Pick<BundleOption, 'option_id'>): string {
  return `bundle_options_bundleOption_${option_id}`;
}

/**
 * Returns the problems that keep the bundle out of the cart, by option; empty when it is configured
 * correctly.
 */
export function bundleProblems(
  options: readonly BundleOption[],
  choices: BundleChoices,
  find: FindPart,
): Record<string, BundleProblem> {
  const problems = options.flatMap((option) => {
    const problem = bundleProblem(option, choices[option.option_id], find);
    return problem ? [[bundleKey(option), problem] as const] : [];
  });
  return Object.fromEntries(problems);
}

function bundleProblem(
  option: BundleOption,
  choice: BundleChoice | undefined,
  find: FindPart,
): BundleProblem | undefined {
  const { selections = [], qty = '1' } = choice ?? {};
  if (!isLoaded(option, find)) return 'not_loaded';
  if (selections.length === 0) return option.required ? 'required' : undefined;
  const links = linksNamed(option, selections);
  if (links.length < selections.length) return 'unknown_value';
  if (links.length > 1 && !allowsMultiple(option)) return 'unknown_value';
  if (links.some(({ sku }) => !find(sku))) return 'not_loaded';
  const [first] = links;
  const available = allowsMultiple(option) || !first ? undefined : find(first.sku)?.available;
  return quantityProblem(qty, Math.min(available ?? largestQuantity, largestQuantity));
}

function linksNamed({ product_links: links }: BundleOption, selections: readonly string[]): Link[] {
  return links.filter(({ id }) => selections.includes(id));
}

/** One product of a configured bundle. */
export interface BundleContent<Part extends BundlePart = BundlePart> extends PricedPart {
  sku: string;
  part: Part | undefined;
}

/**
 * Returns the products of a configured bundle, for `bundlePrice`. An unreadable quantity counts as
 * negative, and negative quantities are ignored (spec commerce 4).
 */
export function bundleContents<Part extends BundlePart>(
  options: readonly BundleOption[],
  choices: BundleChoices,
  find: (sku: string) => Part | undefined,
): BundleContent<Part>[] {
  return options.flatMap((option) => {
    const { selections = [], qty = '' } = choices[option.option_id] ?? {};
    return linksNamed(option, selections).map((link) => {
      const part = find(link.sku);
      const count = allowsMultiple(option) ? quantityOfLink(link) : wholeOf(qty);
      return { sku: link.sku, part, price: part?.price, qty: count };
    });
  });
}

function wholeOf(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : -1;
}

/** Returns how many whole sets are available; undefined is no limit. */
export function setsAvailable(contents: readonly BundleContent[]): number | undefined {
  const limits = contents.flatMap(({ part, qty }) =>
    part?.available !== undefined && qty > 0 ? [Math.floor(part.available / qty)] : [],
  );
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Converts choices to the form the cart stores; options without a selection are left out. */
export function bundleSelections(
  options: readonly BundleOption[],
  choices: BundleChoices,
): BundleSelection[] {
  return options.flatMap(({ option_id }) => {
    const { selections = [], qty = '' } = choices[option_id] ?? {};
    if (selections.length === 0) return [];
    return [{ option_id, option_qty: wholeOf(qty), option_selections: [...selections] }];
  });
}

/** Restores the choices from a cart line; the inverse of `bundleSelections`. */
export function bundleChoicesOf(selections: readonly BundleSelection[]): BundleChoices {
  return Object.fromEntries(
    selections.map(({ option_id, option_qty, option_selections }) => [
      option_id,
      { selections: option_selections, qty: String(option_qty) },
    ]),
  );
}

/** Reads the choices from a query string; options without a valid value have their default. */
export function readBundleChoices(
  options: readonly BundleOption[],
  query: URLSearchParams,
  find: FindPart,
): BundleChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, readOption(option, query, find)]));
}

function readOption(option: BundleOption, query: URLSearchParams, find: FindPart): BundleChoice {
  const written = readChoice(query, bundleParameterOf(option));
  const known = linksOf(option, find).filter(
    ({ id, source_id = id }) => written?.includes(source_id) || written?.includes(id),
  );
  const ids = (allowsMultiple(option) ? known : known.slice(0, 1)).map(({ id }) => id);
  const isGiven = written && (ids.length > 0 || written.length === 0);
  const choice = isGiven ? chosen(option, ids) : defaultOf(option, find);
  const qty = query.get(quantityParameterOf(option));
  return qty === null || allowsMultiple(option) ? choice : { ...choice, qty: qty.trim().slice(0, 9) };
}

/** Returns the parameters for choices that differ from the default. */
export function writeBundleChoices(
  options: readonly BundleOption[],
  choices: BundleChoices,
  find: FindPart,
): WrittenChoices {
  return options.flatMap((option) => {
    const first = defaultOf(option, find);
    const { selections, qty } = choices[option.option_id] ?? first;
    const same = selections.join() === first.selections.join();
    const sourceOf = (id: string) => option.product_links.find((link) => link.id === id)?.source_id ?? id;
    const ids = selections.length > 0 ? selections.map(sourceOf) : [''];
    return [
      ...(same ? [] : ids.map((id) => [bundleParameterOf(option), id] as const)),
      ...(qty === chosen(option, selections).qty ? [] : [[quantityParameterOf(option), qty] as const]),
    ];
  });
}

/** `b2` and `b2q`: the parameters of an option in a URL and in a form, by its id in the product. */
export function bundleParameterOf({
  option_id,
  source_id = option_id,
}: Pick<BundleOption, 'option_id' | 'source_id'>): string {
  return `b${source_id}`;
}

export function quantityParameterOf(option: Pick<BundleOption, 'option_id' | 'source_id'>): string {
  return `${bundleParameterOf(option)}q`;
}
