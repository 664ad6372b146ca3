import type { ConfigurableOption } from '@fynbos/core/catalogue/entities.ts';
import { childValue } from '@fynbos/core/catalogue/variant.ts';
import type { PageChild } from '../catalogue/state/product-details.ts';

/** The properties of schema.org by which variants differ, and the attribute codes that mean them. */
const properties: readonly (readonly [property: string, codes: RegExp])[] = [
  ['color', /colou?r|farbe|kleur/i],
  ['size', /size|capacity|volume|weight|length|width/i],
  ['material', /material|fabric/i],
  ['pattern', /pattern/i],
];

const propertyOf = ({ attribute_code }: ConfigurableOption): string | undefined =>
  properties.find(([, codes]) => codes.test(attribute_code))?.[0];

/** What the variants of a product differ by: a property of schema.org, or the name of the option. */
export function variesBy(options: readonly ConfigurableOption[]): string[] {
  return [...new Set(options.map((option) => addressOf(propertyOf(option)) ?? option.label))];
}

const addressOf = (property: string | undefined) => property && `https://schema.org/${property}`;

/** The values of a variant: in the property of schema.org, or as a property with the name of the option. */
export function variantValues(
  options: readonly ConfigurableOption[],
  child: PageChild,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  const named: unknown[] = [];
  for (const option of options) {
    const chosen = childValue(child, option.attribute_code);
    if (chosen === undefined) continue;
    const value = option.values.find(({ value_index }) => value_index === chosen)?.label ?? chosen;
    const property = propertyOf(option);
    if (property && !(property in values)) values[property] = value;
    else named.push({ '@type': 'PropertyValue', name: option.label, value });
  }
  return { ...values, ...(named.length > 0 && { additionalProperty: named }) };
}
