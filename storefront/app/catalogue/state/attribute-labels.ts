import type { Attribute, AttributeOption } from '@fynbos/core/catalogue/entities.ts';

/** The known labels of a value, which may be a list. */
export function labelsOf(
  product: Record<string, unknown>,
  code: string,
  attributes: readonly Attribute[],
): string[] {
  const value = product[code];
  const options = attributes.find((attribute) => attribute.attribute_code === code)?.options ?? [];
  const values = (Array.isArray(value) ? value : [value]).map(String);
  return options.filter((option) => values.includes(option.value)).map((option) => option.label);
}

/** The option of a select value, if the attribute knows it. */
export function optionOf(
  product: Record<string, unknown>,
  code: string,
  attributes: readonly Attribute[],
): AttributeOption | undefined {
  const options = attributes.find((candidate) => candidate.attribute_code === code)?.options;
  return options?.find(({ value }) => value === String(product[code]));
}

/** The label of a select value, if the attribute knows it. */
export function labelOf(
  product: Record<string, unknown>,
  code: string,
  attributes: readonly Attribute[],
): string | undefined {
  const attribute = attributes.find((candidate) => candidate.attribute_code === code);
  const value = product[code];
  if (!attribute || value === undefined || value === null) return undefined;
  if (!attribute.options || attribute.options.length === 0) return String(value);
  return attribute.options?.find((option) => option.value === String(value))?.label;
}
