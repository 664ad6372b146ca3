import type { Attribute } from '@fynbos/core/catalogue/entities.ts';
import type { LiveProduct } from '../catalogue/documents/product-index.ts';

/**
 * Attributes used in a search result, each with only the options that occur in it. A page needs them to
 * show labels for option values.
 * @param counted values counted by each facet
 */
export function attributeMetadata(
  attributes: ReadonlyMap<string, Attribute>,
  items: readonly LiveProduct[],
  counted: Readonly<Record<string, readonly { value: string }[]>>,
): Attribute[] {
  const used = new Map<string, Set<string>>();
  const note = (code: string, value: unknown) => {
    const values = used.get(code) ?? new Set();
    for (const each of Array.isArray(value) ? value : [value]) values.add(String(each));
    used.set(code, values);
  };
  for (const { choices } of items) {
    for (const [code, value] of Object.entries(choices)) note(code, value);
  }
  for (const [code, values] of Object.entries(counted))
    note(
      code,
      values.map((each) => each.value),
    );
  return [...used].flatMap(([code, values]) => {
    const attribute = attributes.get(code);
    return attribute
      ? [{ ...attribute, options: attribute.options.filter((option) => values.has(option.value)) }]
      : [];
  });
}
