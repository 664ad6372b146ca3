import { type ConfigurableChild, disabledFrom, type Product } from './entities.ts';

/** What the shopper chose, by attribute code: the value of the option as text. */
export type Configuration = Readonly<Record<string, string>>;

/** A product with children; the children may be the page's own, shorter ones. */
export interface Configurable<Child extends ConfigurableChild = ConfigurableChild> {
  configurable_options: Product['configurable_options'];
  configurable_children: readonly Child[];
}

export interface VariantRules {
  /** Whether sold-out children may be chosen (switch «out of stock listed»). */
  listOutOfStock: boolean;
}

/** Commerce 8: what stands under `variants` in the errors of a product none of whose children can be had. */
export const noVariants = 'No available product variants';

/** The child a product is shown as, or the error that stands for it (commerce 4). */
export type VariantFound<Child> =
  | { variant: Child; errors?: never }
  | { variant?: never; errors: { variants: string } };

/**
 * The value a child has for an attribute, as text: values travel as numbers, as strings, as `{id}` and
 * as lists, of which the first counts (wire contract 8.2). Undefined where it has none.
 */
export function childValue(child: ConfigurableChild, code: string): string | undefined {
  return valuesOf(child, code)[0];
}

function valuesOf(child: ConfigurableChild, code: string): string[] {
  const own = child[code] ?? child.custom_attributes?.find((one) => one.attribute_code === code)?.value;
  // Nearly always; a page of two hundred variants asks thousands of times.
  if (typeof own === 'string') return [own];
  return (Array.isArray(own) ? own : [own]).flatMap(textOf);
}

function textOf(value: unknown): string[] {
  const plain = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean'
    ? [String(plain)]
    : [];
}

/** Whether a child may be chosen at all (commerce 4). One whose stock is not known may. */
export function isChoosable(child: ConfigurableChild, rules: VariantRules): boolean {
  if (child.status >= disabledFrom) return false;
  return rules.listOutOfStock || !child.stock || child.stock.is_in_stock;
}

/**
 * The child shown when a page loads (commerce 4, accounts 4.11, decision 20): the given sku wins
 * outright, otherwise the child with most of the chosen values, the lower price breaking ties.
 *
 * @param fallback where values are chosen and no child has any of them: on, the first of all children in
 *   the same order, which is the cheapest; off, the error
 * @param sku the child an address names; one that may not be chosen counts as not given
 */
export function bestVariant<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  chosen: Configuration,
  { fallback = true, ...rules }: VariantRules & { fallback?: boolean },
  sku?: string,
): VariantFound<Child> {
  const children = product.configurable_children.filter((child) => isChoosable(child, rules));
  const given = children.find((child) => child.sku === sku);
  const best = given ?? firstBy(children, (child) => [-matches(child, chosen), priceOf(child)]);
  const fits = best && (best === given || matches(best, chosen) > 0 || Object.keys(chosen).length === 0);
  return best && (fits || fallback) ? { variant: best } : { errors: { variants: noVariants } };
}

/**
 * The child that has every chosen value (decision 20), in stock rather than sold out, then the
 * cheaper; undefined means «No such configuration for the product».
 */
export function exactVariant<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  chosen: Configuration,
  rules: VariantRules,
): Child | undefined {
  const wanted = Object.keys(chosen).length;
  const fitting = product.configurable_children.filter(
    (child) => isChoosable(child, rules) && matches(child, chosen) === wanted,
  );
  return firstBy(fitting, (child) => [child.stock?.is_in_stock === false ? 1 : 0, priceOf(child)]);
}

/**
 * What choosing a value would lead to, known before it is chosen: the child, or why there is none:
 * `combination` where other choices have it, `gone` where none has it any more.
 */
export function valueLeadsTo<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  chosen: Configuration,
  [code, value]: readonly [code: string, value: string],
  rules: VariantRules,
): Child | 'combination' | 'gone' {
  const child = exactVariant(product, { ...chosen, [code]: value }, rules);
  if (child) return child;
  return exactVariant(product, { [code]: value }, rules) ? 'combination' : 'gone';
}

/** The configuration a child stands for, by the options of its product. */
export function configurationOf(product: Configurable, child: ConfigurableChild): Configuration {
  const pairs = product.configurable_options.flatMap(({ attribute_code: code }) => {
    const value = childValue(child, code);
    return value === undefined ? [] : [[code, value] as const];
  });
  return Object.fromEntries(pairs);
}

function matches(child: ConfigurableChild, chosen: Configuration): number {
  return Object.entries(chosen).filter(([code, value]) => valuesOf(child, code).includes(value)).length;
}

/** A price that is missing or 0 is not known, and an unknown price is nobody's bargain (wire contract 8.2). */
function priceOf(child: ConfigurableChild): number {
  return child.final_price_incl_tax || child.original_price_incl_tax || Number.POSITIVE_INFINITY;
}

/** The first child by these ranks, the lowest first; of two that are equal in all, the one that is listed first. */
function firstBy<Child>(
  children: readonly Child[],
  ranks: (child: Child) => readonly number[],
): Child | undefined {
  return children
    .map((child) => ({ child, rank: ranks(child) }))
    .toSorted((one, other) => compare(one.rank, other.rank))[0]?.child;
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((rank, place) => rank !== other[place]);
  return index < 0 ? 0 : one[index]! < other[index]! ? -1 : 1;
}
