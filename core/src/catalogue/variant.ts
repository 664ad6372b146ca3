import { type ConfigurableChild, disabledFrom, type Product } from './entities.ts';

/** What the shopper chose, by attribute code: the value of the option as text. */
export type Configuration = Readonly<Record<string, string>>;

type Configurable = Pick<Product, 'configurable_options' | 'configurable_children'>;

export interface VariantRules {
  /** Whether sold-out children may be chosen (decision switch "out of stock listed"). */
  listOutOfStock: boolean;
}

/** The value a child has for an attribute, as text: values travel as numbers and as strings. */
export function childValue(child: ConfigurableChild, code: string): string | undefined {
  const own = child[code] ?? child.custom_attributes?.find((one) => one.attribute_code === code)?.value;
  return own === undefined || own === null ? undefined : String(own);
}

/** Whether a child may be chosen at all (commerce 4). */
export function isChoosable(child: ConfigurableChild, rules: VariantRules): boolean {
  if (child.status >= disabledFrom) return false;
  return rules.listOutOfStock || !child.stock || child.stock.is_in_stock;
}

/**
 * The child shown when a page loads (commerce 4, decision 20): the given sku wins outright,
 * otherwise the child with most of the chosen values, the lower price breaking ties.
 *
 * @returns undefined when no child may be chosen
 */
export function bestVariant(
  product: Configurable,
  chosen: Configuration,
  rules: VariantRules,
  sku?: string,
): ConfigurableChild | undefined {
  const children = product.configurable_children.filter((child) => isChoosable(child, rules));
  const given = children.find((child) => child.sku === sku);
  if (given) return given;
  return children.reduce<ConfigurableChild | undefined>(
    (best, child) => (best && !isBetter(child, best, chosen) ? best : child),
    undefined,
  );
}

function isBetter(child: ConfigurableChild, best: ConfigurableChild, chosen: Configuration): boolean {
  const lead = matches(child, chosen) - matches(best, chosen);
  return lead > 0 || (lead === 0 && priceOf(child) < priceOf(best));
}

function matches(child: ConfigurableChild, chosen: Configuration): number {
  return Object.entries(chosen).filter(([code, value]) => childValue(child, code) === value).length;
}

function priceOf(child: ConfigurableChild): number {
  return child.final_price_incl_tax ?? child.original_price_incl_tax ?? Number.POSITIVE_INFINITY;
}

/**
 * The child that has every chosen value (decision 20), in stock rather than sold out, then the
 * cheaper; undefined means «No such configuration for the product».
 */
export function exactVariant(
  product: Configurable,
  chosen: Configuration,
  rules: VariantRules,
): ConfigurableChild | undefined {
  const wanted = Object.keys(chosen).length;
  const fitting = product.configurable_children.filter(
    (child) => isChoosable(child, rules) && matches(child, chosen) === wanted,
  );
  return fitting.find((child) => child.stock?.is_in_stock) ?? fitting[0];
}

/** The configuration a child stands for, by the options of its product. */
export function configurationOf(product: Configurable, child: ConfigurableChild): Configuration {
  const pairs = product.configurable_options.flatMap(({ attribute_code: code }) => {
    const value = childValue(child, code);
    return value === undefined ? [] : [[code, value] as const];
  });
  return Object.fromEntries(pairs);
}
