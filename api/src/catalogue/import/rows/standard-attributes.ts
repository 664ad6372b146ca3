import type { InputKind } from './drafts.ts';

/** Attributes that every shop of this kind has (spec commerce 3 «List extras»), created on first use. */
export const knownAttributes: Record<string, { label: string; input: InputKind }> = {
  brand: { label: 'Brand', input: 'text' },
  product_code: { label: 'Product code', input: 'text' },
  product_brand: { label: 'Brand', input: 'select' },
  product_type: { label: 'Type', input: 'select' },
  product_subtype: { label: 'Kind', input: 'select' },
  product_range: { label: 'Range', input: 'select' },
  colour: { label: 'Colour', input: 'select' },
  material: { label: 'Material', input: 'select' },
  format: { label: 'Format', input: 'select' },
  packsize: { label: 'Pack size', input: 'select' },
  agefrom: { label: 'Age from', input: 'select' },
  diet: { label: 'Diet', input: 'multiselect' },
  featured: { label: 'New', input: 'text' },
  is_special: { label: 'On special', input: 'boolean' },
};

/** The format of an attribute code. */
export const attributeCode = /^[a-z][a-z0-9_]{0,59}$/;
