import { type ConfigurableChild, disabledFrom, type Product } from './entities.ts';

/** The shopper's choice by attribute code: the option value as text. */
export type Configuration = Readonly<Record<string, string>>;

/** A product with children; a page may pass its own, smaller children. */
export interface Configurable<Child extends ConfigurableChild = ConfigurableChild> {
  configurable_options: Product['configurable_options'];
  configurable_children: readonly Child[];
}

export interface VariantRules {
  /** Whether sold-out children may be chosen (switch «out of stock listed»). */
  listOutOfStock: boolean;
}

/** Spec commerce 8: the message under `variants` in the errors of a product without an available child. */
export const noVariants = 'No available product variants';

/** The child under which a product is shown, or the error (spec commerce 4). */
export type VariantFound<Child> =
  | { variant: Child; errors?: never }
  | { variant?: never; errors: { variants: string } };

/**
 * Returns the value of a child's attribute as text. Values travel as numbers, as strings, as `{id}` and as
 * lists, of which the first counts (wire contract 8.2). Undefined when it has none.
 */
export function childValue(child: ConfigurableChild, code: string): string | undefined {
  return valuesOf(child, code)[0];
}

function valuesOf(child: ConfigurableChild, code: string): string[] {
  const raw =
    child[code] ?? child.custom_attributes?.find((attribute) => attribute.attribute_code === code)?.value;
  // The usual case; a page with two hundred variants calls this thousands of times.
  if (typeof raw === 'string') return [raw];
  return (Array.isArray(raw) ? raw : [raw]).flatMap(textOf);
}

function textOf(value: unknown): string[] {
  const plain = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  return typeof plain === 'string' || typeof plain === 'number' || typeof plain === 'boolean'
    ? [String(plain)]
    : [];
}

/** Whether a child may be chosen (spec commerce 4). A child without stock data may. */
export function isChoosable(child: ConfigurableChild, rules: VariantRules): boolean {
  if (child.status >= disabledFrom) return false;
  return rules.listOutOfStock || !child.stock || child.stock.is_in_stock;
}

/**
 * Returns the child shown when a page loads (spec commerce 4, spec accounts 4.11, spec D20): the given sku,
 * otherwise the child with most of the chosen values; ties go to the lower price.
 * @param fallback when values are chosen and no child has any of them: true returns the first child in the
 * same order, which is the cheapest; false returns the error
 * @param sku the child named in the URL; ignored if it may not be chosen
 */
export function bestVariant<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  chosen: Configuration,
  { fallback = true, ...rules }: VariantRules & { fallback?: boolean },
  sku?: string,
): VariantFound<Child> {
  const children = product.configurable_children.filter((child) => isChoosable(child, rules));
  const requested = children.find((child) => child.sku === sku);
  const best = requested ?? firstBy(children, (child) => [-matches(child, chosen), priceOf(child)]);
  const fits = best && (best === requested || matches(best, chosen) > 0 || Object.keys(chosen).length === 0);
  return best && (fits || fallback) ? { variant: best } : { errors: { variants: noVariants } };
}

/**
 * Returns the child that a filtered list leads to: the one that fits most of the filters, in stock before sold
 * out, then the cheaper. Only attributes by which the product is configured count.
 * @param filters the wanted values by attribute; a child fits with any of them
 * @returns undefined when no child fits a filter
 */
export function filteredVariant<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  filters: Readonly<Record<string, readonly string[]>>,
  rules: VariantRules,
): Child | undefined {
  const conditions = product.configurable_options.flatMap(({ attribute_code: code }) =>
    filters[code] ? [{ code, values: filters[code] }] : [],
  );
  const countFitting = (child: Child) =>
    conditions.filter(({ code, values }) => valuesOf(child, code).some((value) => values.includes(value)))
      .length;
  const fitting = product.configurable_children.filter(
    (child) => isChoosable(child, rules) && countFitting(child) > 0,
  );
  return firstBy(fitting, (child) => [-countFitting(child), ...soldOutThenPrice(child)]);
}

/**
 * Returns the child that has every chosen value (spec D20), in stock before sold out, then the cheaper.
 * Undefined means «No such configuration for the product».
 */
export function exactVariant<Child extends ConfigurableChild>(
  product: Configurable<Child>,
  chosen: Configuration,
  rules: VariantRules,
): Child | undefined {
  const required = Object.keys(chosen).length;
  const fitting = product.configurable_children.filter(
    (child) => isChoosable(child, rules) && matches(child, chosen) === required,
  );
  return firstBy(fitting, soldOutThenPrice);
}

function soldOutThenPrice(child: ConfigurableChild): [soldOut: number, price: number] {
  return [child.stock?.is_in_stock === false ? 1 : 0, priceOf(child)];
}

/**
 * Returns the child that choosing a value would lead to, or the reason why there is none: `combination`
 * when other choices have it, `gone` when no child has it any more.
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

/** Returns the configuration of a child, by the options of its product. */
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

/** A missing price or 0 is unknown; an unknown price never counts as the lowest (wire contract 8.2). */
function priceOf(child: ConfigurableChild): number {
  return child.final_price_incl_tax || child.original_price_incl_tax || Number.POSITIVE_INFINITY;
}

/** Returns the child with the lowest ranks; ties go to the child listed first. */
function firstBy<Child>(
  children: readonly Child[],
  ranks: (child: Child) => readonly number[],
): Child | undefined {
  return children
    .map((child) => ({ child, rank: ranks(child) }))
    .toSorted((a, b) => compare(a.rank, b.rank))[0]?.child;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((rank, place) => rank !== b[place]);
  // The index is inside both lists, which have the same length.
  return index < 0 ? 0 : a[index]! < b[index]! ? -1 : 1;
}
