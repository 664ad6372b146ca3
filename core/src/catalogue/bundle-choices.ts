import type { PricedPart } from '../pricing/parts.ts';
import type { ShopPrice } from '../pricing/price.ts';
import { largestQuantity, type QuantityProblem, quantityProblem } from '../stock/quantity.ts';
import { readChoice, type WrittenChoices } from './choice-query.ts';
import type { BundleOption } from './entities.ts';
import type { BundleSelection } from './product-option.ts';

/** What was selected of one option of a bundle: ids of its links, and how many as it was typed. */
export interface BundleChoice {
  selections: readonly string[];
  qty: string;
}

export type BundleChoices = Readonly<Record<number, BundleChoice>>;

/** What is known of the product behind a link; undefined when it cannot be loaded. */
export type FindPart = (sku: string) => BundlePart | undefined;
export interface BundlePart {
  price: ShopPrice;
  inStock: boolean;
  /** How many can be had; undefined is no limit. */
  available?: number | undefined;
}

type Link = BundleOption['product_links'][number];

/** Whether several products of an option may be taken; each then comes in its own quantity. */
export function takesSeveral({ type }: Pick<BundleOption, 'type'>): boolean {
  return type === 'checkbox' || type === 'multi';
}

/** The links of an option that lead to a product, in their order. */
export function linksOf({ product_links: links }: BundleOption, find: FindPart): Link[] {
  return links.filter(({ sku }) => find(sku)).toSorted((one, other) => one.position - other.position);
}

/** Whether a required option has anything to select: without, nobody knows what the bundle costs (decision 22). */
export function isLoaded(option: BundleOption, find: FindPart): boolean {
  return !option.required || option.product_links.some(({ sku }) => find(sku));
}

/**
 * What stands for an option at first (commerce 4): its default link or the first; what is sold out or
 * cannot be loaded gives way to what can be had.
 */
export function defaultLink(option: BundleOption, find: (sku: string) => { inStock: boolean } | undefined) {
  const links = option.product_links
    .filter(({ sku }) => find(sku))
    .toSorted(
      (one, other) => Number(other.is_default) - Number(one.is_default) || one.position - other.position,
    );
  return links.find(({ sku }) => find(sku)?.inStock) ?? links[0];
}

/** How many a link stands for: its quantity, or 1 (wire contract 4.4). */
export function quantityOfLink(link: Pick<Link, 'qty'> | undefined): number {
  return Math.trunc(link?.qty ?? 0) || 1;
}

export function defaultBundleChoices(options: readonly BundleOption[], find: FindPart): BundleChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, defaultOf(option, find)]));
}

function defaultOf(option: BundleOption, find: FindPart): BundleChoice {
  const link = defaultLink(option, find);
  return chosen(option, link ? [link.id] : []);
}

/** A choice of these links, in the quantity they come in. */
export function chosen(option: BundleOption, selections: readonly string[]): BundleChoice {
  const first = option.product_links.find(({ id }) => id === selections[0]);
  return { selections, qty: takesSeveral(option) ? '1' : String(quantityOfLink(first)) };
}

export type BundleProblem = 'required' | 'unknown_value' | 'not_loaded' | QuantityProblem;

/** The name of an option's problem (wire contract 8.4). */
export function bundleKey({ option_id }: Pick<BundleOption, 'option_id'>): string {
  return `bundle_options_bundleOption_${option_id}`;
}

/** What keeps the bundle out of the cart, by option; empty when it is put together as it must be. */
export function bundleProblems(
  options: readonly BundleOption[],
  choices: BundleChoices,
  find: FindPart,
): Record<string, BundleProblem> {
  const found = options.flatMap((option) => {
    const problem = bundleProblem(option, choices[option.option_id], find);
    return problem ? [[bundleKey(option), problem] as const] : [];
  });
  return Object.fromEntries(found);
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
  if (links.length > 1 && !takesSeveral(option)) return 'unknown_value';
  if (links.some(({ sku }) => !find(sku))) return 'not_loaded';
  const available = takesSeveral(option) ? undefined : find(links[0]!.sku)?.available;
  return quantityProblem(qty, Math.min(available ?? largestQuantity, largestQuantity));
}

function linksNamed({ product_links: links }: BundleOption, selections: readonly string[]): Link[] {
  return links.filter(({ id }) => selections.includes(id));
}

/** One product a bundle is put together of. */
export interface BundleContent<Part extends BundlePart = BundlePart> extends PricedPart {
  sku: string;
  part: Part | undefined;
}

/**
 * The products of a bundle as it is put together, for `bundlePrice`. A quantity that cannot be read counts
 * as below 0, which is not counted (commerce 4).
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
      const count = takesSeveral(option) ? quantityOfLink(link) : wholeOf(qty);
      return { sku: link.sku, part, price: part?.price, qty: count };
    });
  });
}

function wholeOf(typed: string): number {
  return /^\d+$/.test(typed.trim()) ? Number(typed) : -1;
}

/** How many whole sets there can be of what was chosen; undefined is no limit. */
export function setsAvailable(contents: readonly BundleContent[]): number | undefined {
  const limits = contents
    .filter(({ part, qty }) => part?.available !== undefined && qty > 0)
    .map(({ part, qty }) => Math.floor(part!.available! / qty));
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** The choice as the cart keeps it; options of which nothing was taken are left out. */
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

/** The choice that a line of the cart stands for; the inverse of `bundleSelections`. */
export function bundleChoicesOf(selections: readonly BundleSelection[]): BundleChoices {
  return Object.fromEntries(
    selections.map(({ option_id, option_qty, option_selections }) => [
      option_id,
      { selections: option_selections, qty: String(option_qty) },
    ]),
  );
}

/** What an address says of each option, in the place of what stands there first. Values nobody knows say nothing. */
export function readBundleChoices(
  options: readonly BundleOption[],
  query: URLSearchParams,
  find: FindPart,
): BundleChoices {
  return Object.fromEntries(options.map((option) => [option.option_id, readOption(option, query, find)]));
}

function readOption(option: BundleOption, query: URLSearchParams, find: FindPart): BundleChoice {
  const written = readChoice(query, parameterOf(option));
  const known = linksOf(option, find).filter(({ id }) => written?.includes(id));
  const ids = (takesSeveral(option) ? known : known.slice(0, 1)).map(({ id }) => id);
  const said = written && (ids.length > 0 || written.length === 0);
  const choice = said ? chosen(option, ids) : defaultOf(option, find);
  const qty = query.get(quantityParameterOf(option));
  return qty === null || takesSeveral(option) ? choice : { ...choice, qty: qty.trim().slice(0, 9) };
}

/** What differs from what stands there first, for the address. */
export function writeBundleChoices(
  options: readonly BundleOption[],
  choices: BundleChoices,
  find: FindPart,
): WrittenChoices {
  return options.flatMap((option) => {
    const first = defaultOf(option, find);
    const { selections, qty } = choices[option.option_id] ?? first;
    const same = selections.join() === first.selections.join();
    const ids = selections.length > 0 ? selections : [''];
    return [
      ...(same ? [] : ids.map((id) => [parameterOf(option), id] as const)),
      ...(qty === chosen(option, selections).qty ? [] : [[quantityParameterOf(option), qty] as const]),
    ];
  });
}

/** `b2` and `b2q`: the parameters an option has in an address and in a form. */
export function parameterOf({ option_id }: Pick<BundleOption, 'option_id'>): string {
  return `b${option_id}`;
}

export function quantityParameterOf(option: Pick<BundleOption, 'option_id'>): string {
  return `${parameterOf(option)}q`;
}
