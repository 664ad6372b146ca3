import type { Attribute } from '@fynbos/core/catalogue/entities.ts';

/** The text of an attribute's value; empty when the value is none of its options. */
export function attributeLabel(value: unknown, attribute: Pick<Attribute, 'options'> | undefined): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const option = attribute?.options.find((choice) => choice.value === String(value));
  return option?.label ?? (attribute && attribute.options.length > 0 ? '' : String(value));
}
